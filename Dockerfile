# Build: docker build -t king-pedro .
# Run:   docker run --env-file .env --volume king-pedro:/data king-pedro
FROM python:3.13-slim AS build
COPY . /source
RUN /source/container/build /opt/king-pedro

FROM python:3.13-slim
RUN useradd --system --uid 10001 --home-dir /data --no-create-home pedro \
    && install -d -o pedro -g pedro /data
COPY --from=build /opt/king-pedro /opt/king-pedro
ENV PATH="/opt/king-pedro/app/bin:$PATH" \
    PYTHONUNBUFFERED=1 \
    DATABASE_URL="sqlite+aiosqlite:////data/king-pedro.db"
USER pedro
WORKDIR /data
VOLUME /data
# Asks the running bot; with METRICS_ADDRESS=off nobody can, and the health is unknown: add --no-healthcheck.
HEALTHCHECK --interval=1m --timeout=20s --start-period=1m CMD ["king-pedro", "status"]
ENTRYPOINT ["king-pedro"]
CMD ["run"]
