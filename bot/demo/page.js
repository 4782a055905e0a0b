// King Pedro's demo. Appended to the preview's own script.
{
  const composer = document.getElementById("channel-composer");
  const input = document.getElementById("channel-composer-input");
  const timeline = document.getElementById("channel-timeline");
  const press = (element, key) =>
    element.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
  const chip = () => composer.querySelector(".command-chip");
  const arrow = document.getElementById("send-message");
  // While another press is on its way, the preview's arrow is off; what was sent meanwhile goes off after it.
  function send() {
    if (!arrow.disabled) { arrow.click(); return; }
    const freed = new MutationObserver(() => {
      if (arrow.disabled) return;
      freed.disconnect();
      if (chip()) arrow.click();
    });
    freed.observe(arrow, { attributes: true, attributeFilter: ["disabled"] });
  }

  // What is written before the channel has come would be lost.
  input.disabled = !input.dataset.controlKey;
  const channelHasCome = new MutationObserver(() => { input.disabled = false; channelHasCome.disconnect(); });
  channelHasCome.observe(input, { attributes: true, attributeFilter: ["data-control-key"] });

  // A command goes off as on Discord: with one Enter or press of the arrow when it is written out, else with the
  // next one. The preview would open the list of options instead, or send the text as a message.
  const chosen = () => document.querySelector(".command-popup [aria-selected='true']");
  const writtenOut = () => {
    const name = chosen()?.querySelector(".command-entry-title strong")?.textContent;
    return Boolean(name) && name === input.value.trim();
  };
  let browsed = false;
  function onEnter(event) {
    if (!event.isTrusted || event.isComposing) return;
    if (["ArrowDown", "ArrowUp"].includes(event.key)) browsed = true;
    if (event.key !== "Enter" || event.shiftKey) return;
    if (event.target === input && writtenOut()) pick(event);
    else if (event.target === chip() && !browsed) { stop(event); send(); }
    browsed = false;
  }
  function onSend(event) {
    if (event.isTrusted && input.isConnected && chosen() && input.value.startsWith("/")) pick(event);
  }
  function pick(event) {
    stop(event);
    press(input, "Enter");
    if (chip()) send();
  }
  function stop(event) { event.preventDefault(); event.stopImmediatePropagation(); }
  document.addEventListener("keydown", onEnter, true);
  arrow.addEventListener("click", onSend, true);

  // Who reads at the end stays at the end, whatever grows there; who has scrolled up is left alone until they press
  // something, for then the answer comes at the end.
  const NEAR = 60;
  let follows = true, byHand = 0;
  const left = () => timeline.scrollHeight - timeline.clientHeight - timeline.scrollTop;
  const toEnd = () => { if (follows && left() > 0) timeline.scrollTop = timeline.scrollHeight; };
  for (const kind of ["wheel", "touchmove", "pointerdown", "keydown"]) {
    timeline.addEventListener(kind, () => { byHand = performance.now(); }, { passive: true });
  }
  timeline.addEventListener("scroll", () => {
    if (performance.now() - byHand < 400) follows = left() < NEAR;
    else requestAnimationFrame(toEnd);
  }, { passive: true });
  new ResizeObserver(toEnd).observe(document.getElementById("channel-message-list"));
  new ResizeObserver(toEnd).observe(timeline);
  const follow = () => { follows = true; byHand = 0; };
  document.getElementById("viewer-picker").addEventListener("change", follow);
  timeline.addEventListener("click", (event) => { if (event.target.closest(".component-button")) follow(); });

  // When the demo is ended in the terminal, the page says so.
  const transport = document.getElementById("transport-status");
  new MutationObserver(() => {
    document.body.classList.toggle("demo-is-over", /unavailable|uncertain/.test(transport.textContent));
  }).observe(transport, { childList: true, subtree: true, characterData: true });
}
