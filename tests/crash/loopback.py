"""Discord on this machine: real HTTP and a real gateway before simcord's backend, so that discord.py runs as it is."""

from __future__ import annotations

import asyncio
import datetime
import io
import json
from typing import Any

from aiohttp import BodyPartReader, WSMsgType, web
from simcord._clock import Clock
from simcord.backend import Backend, serializers
from simcord.backend.errors import BackendError
from simcord.backend.models import Interaction, Message
from simcord.http import router
from simcord.interactions import base_payload

_EXPIRED_TOKEN = {"code": 50027, "message": "Invalid Webhook Token"}
_UNKNOWN_WEBHOOK = 10015


class _RealTime(Clock):
    def now(self) -> datetime.datetime:
        return datetime.datetime.now(datetime.UTC)


class _Upload:
    def __init__(self, name: str, data: bytes) -> None:
        self.filename, self.fp, self.description = name, io.BytesIO(data), None


class Loopback:
    """One Discord. A bot may come, be cut off at any moment, and come again; what it sent stays."""

    def __init__(self) -> None:
        self.backend = Backend(clock=_RealTime())
        self.backend.subscribers.append(self._tell)
        self.sessions = 0
        self.errors: list[str] = []
        self._sockets: set[web.WebSocketResponse] = set()
        self._seq = 0
        self._sending: set[asyncio.Task[None]] = set()

    async def start(self) -> None:
        """Listens on a port of its own."""
        application = web.Application(client_max_size=30 << 20)
        application.router.add_get("/gateway", self._gateway)
        application.router.add_route("*", "/api/v10/{tail:.*}", self._rest)
        self._runner = web.AppRunner(application)
        await self._runner.setup()
        await web.TCPSite(self._runner, "127.0.0.1", 0).start()
        self.port: int = self._runner.addresses[0][1]

    async def stop(self) -> None:
        """Ends every connection."""
        for socket in list(self._sockets):
            await socket.close()
        await self._runner.cleanup()

    @property
    def has_bot(self) -> bool:
        """Whether a bot is connected and knows its servers."""
        return bool(self._sockets)

    # What the bot asks for

    async def _rest(self, request: web.Request) -> web.Response:
        path = "/" + request.match_info["tail"]
        body, files = await _body_of(request)
        try:
            answer = router.dispatch(
                self.backend,
                request.method,
                path,
                json=body,
                params=dict(request.query),
                files=files,
                reason=request.headers.get("X-Audit-Log-Reason"),
            )
        except BackendError as error:
            expired = error.code == _UNKNOWN_WEBHOOK and path.startswith("/webhooks/")
            self.errors.append(f"{request.method} {path}: {error}")
            return _json(_EXPIRED_TOKEN if expired else error.to_json(), 401 if expired else error.status)
        return web.Response(status=204) if answer is None else _json(answer, 200)

    # What the bot is told

    def _tell(self, event: str, payload: Any) -> None:
        self._seq += 1
        text = json.dumps({"op": 0, "t": event, "s": self._seq, "d": payload}, default=str)
        for socket in self._sockets:
            task = asyncio.ensure_future(_send(socket, text))
            self._sending.add(task)
            task.add_done_callback(self._sending.discard)

    async def _gateway(self, request: web.Request) -> web.WebSocketResponse:
        socket = web.WebSocketResponse()
        await socket.prepare(request)
        await socket.send_json({"op": 10, "d": {"heartbeat_interval": 41250}})
        async for message in socket:
            if message.type is not WSMsgType.TEXT:
                continue
            op = json.loads(message.data)["op"]
            if op == 1:
                await socket.send_json({"op": 11})
            elif op == 2:
                await self._identified(socket)
            elif op == 6:  # a session that is gone: the bot begins a new one
                await socket.send_json({"op": 9, "d": False})
        self._sockets.discard(socket)
        return socket

    async def _identified(self, socket: web.WebSocketResponse) -> None:
        backend = self.backend
        self.sessions, self._seq = self.sessions + 1, 0
        ready = {
            "v": 10,
            "user": dict(serializers.user_payload(backend.bot_user)),
            "session_id": f"session-{self.sessions}",
            "guilds": [{"id": str(number), "unavailable": True} for number in backend.guilds],
            "resume_gateway_url": f"ws://127.0.0.1:{self.port}/gateway",
            "application": {"id": str(backend.application_id), "flags": 0},
        }
        whole = [dict(serializers.guild_create_payload(backend, one)) for one in backend.guilds.values()]
        for event, payload in [("READY", ready), *(("GUILD_CREATE", one) for one in whole)]:
            self._seq += 1
            await _send(socket, json.dumps({"op": 0, "t": event, "s": self._seq, "d": payload}, default=str))
        self._sockets.add(socket)

    # What people do

    def command(self, user_id: int, channel_id: int, name: str, **options: Any) -> Interaction:
        """`/pedro NAME` with texts and numbers as options."""
        root = next(one for scope in self.backend.commands.values() for one in scope.values() if one["name"] == "pedro")
        given = [
            {"name": key, "type": 3 if isinstance(text, str) else 4, "value": text} for key, text in options.items()
        ]
        data = {"id": root["id"], "name": "pedro", "type": 1, "options": [{"name": name, "type": 1, "options": given}]}
        return self._interact(2, user_id, channel_id, data)

    def press(self, user_id: int, message: Message, custom_id: str) -> Interaction:
        """A press of a button."""
        data = {"custom_id": custom_id, "component_type": 2}
        return self._interact(3, user_id, message.channel_id, data, message)

    def _interact(
        self, kind: int, user_id: int, channel_id: int, data: dict[str, Any], message: Message | None = None
    ) -> Interaction:
        guild_id = self.backend.get_channel(channel_id).guild_id
        record, payload = base_payload(
            self.backend, type=kind, channel_id=channel_id, guild_id=guild_id, user_id=user_id, data=data
        )
        if message is not None:
            record.source_message_id = message.id
            payload["message"] = dict(serializers.message_payload(self.backend, message))
        self.backend.emit("INTERACTION_CREATE", payload)
        return record


async def _body_of(request: web.Request) -> tuple[Any, list[_Upload]]:
    body: Any = None
    files: list[_Upload] = []
    if request.content_type == "application/json" and request.can_read_body:
        body = await request.json()
    elif request.content_type.startswith("multipart/"):
        async for part in await request.multipart():
            assert isinstance(part, BodyPartReader)
            if part.name == "payload_json":
                body = json.loads(await part.text())
            else:
                files.append(_Upload(part.filename or "file", bytes(await part.read())))
    return body, files


async def _send(socket: web.WebSocketResponse, text: str) -> None:
    try:
        await socket.send_str(text)
    except (ConnectionError, RuntimeError):
        return  # the bot is gone; it is told everything anew when it comes back


def _json(data: Any, status: int) -> web.Response:
    return web.Response(body=json.dumps(data, default=str).encode(), status=status, content_type="application/json")
