// Forms work without this. With it a tap does not load the whole page: taps are sent one after the other, each from the
// form that the one before gave, so that none is lost however fast they come; and what is chosen is scored at once.
// What is chosen or typed while the page is still answering stays as it is.
"use strict";
(() => {
  const queue = [];
  let busy = false;
  const form = () => document.querySelector("form[data-live]");

  // What changed is said by an element that stays: one that comes with its words is passed over by screen readers.
  const told = document.createElement("p");
  told.className = "quiet";
  told.setAttribute("role", "status");
  document.body.append(told);
  const tell = (status) => {
    status?.removeAttribute("role");
    told.textContent = status?.innerText.trim() ?? "";
  };

  const address = (change) => {
    const fields = new URLSearchParams(new FormData(form()));
    for (const [name, value] of change) fields.set(name, value);
    return `${form().getAttribute("action")}?${fields}`;
  };

  const ticked = (one) => one.type === "radio" || one.type === "checkbox";
  const state = () => {
    const own = [...form().elements].filter((one) => one.id && one.name && one.type !== "submit" && one.type !== "hidden");
    return new Map(own.map((one) => [one.id, ticked(one) ? one.checked : one.value]));
  };
  const keep = (sent, now) => {
    for (const [id, value] of now) {
      const one = document.getElementById(id);
      if (!one || !sent.has(id) || sent.get(id) === value) continue;
      if (ticked(one)) one.checked = value;
      else one.value = value;
    }
  };

  const show = (text, focused, open) => {
    const page = new DOMParser().parseFromString(text, "text/html");
    const main = page.querySelector("main");
    for (const found of main.querySelectorAll("[autofocus]")) found.removeAttribute("autofocus");
    for (const id of open) main.querySelector(`details[id="${id}"]`)?.setAttribute("open", "");
    document.querySelector("main").replaceWith(main);
    const links = page.querySelector("header");
    if (links) document.querySelector("header").replaceWith(links);
    document.title = page.title;
    tell(main.querySelector("[role=status]"));
    if (focused) (document.getElementById(focused) ?? document.getElementById("tray"))?.focus({ preventScroll: true });
  };

  const next = async () => {
    if (busy || !queue.length || !form()) return;
    busy = true;
    const change = queue.shift();
    const target = address(change);
    const sent = state();
    document.querySelector("main").setAttribute("aria-busy", "true"); // until another stands in its place
    try {
      const reply = await fetch(target, { headers: { Accept: "text/html" } });
      const text = await reply.text();
      const open = [...document.querySelectorAll("details[open][id]")].map((one) => one.id);
      const now = state();
      show(text, document.activeElement?.id, open);
      if (form()) keep(sent, now);
      const clean = new URLSearchParams(new FormData(form()));
      for (const name of [...clean.keys()]) if (!clean.get(name)) clean.delete(name);
      history.replaceState(null, "", `${form().getAttribute("action")}?${clean}`);
    } catch {
      location.assign(target); // the browser says what is wrong with the network
      return;
    } finally {
      busy = false;
    }
    next();
  };

  document.addEventListener("submit", (event) => {
    if (!event.target.matches("form[data-live]")) return;
    event.preventDefault();
    const by = event.submitter;
    queue.push(by?.name ? [[by.name, by.value]] : []);
    next();
  });
  document.addEventListener("change", (event) => {
    if (!event.target.closest("form[data-live]") || event.target.name === "text") return;
    queue.push([]);
    next();
  });
})();
