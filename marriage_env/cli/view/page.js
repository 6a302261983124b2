"use strict";
const data = JSON.parse(document.getElementById("data").textContent);
const at = { match: 0, step: 0, view: 0, timer: null, address: null };
const MILLISECONDS_A_STEP = 900;
const part = (name) => document.getElementById(name);

// All text goes through here: it never becomes markup.
function element(tag, text, className) {
  const made = document.createElement(tag);
  if (text !== undefined) made.textContent = text;
  if (className) made.className = className;
  return made;
}

const signed = (chips) => (chips > 0 ? "+" : chips < 0 ? "−" : "") + Math.abs(chips);
const match = () => data.matches[at.match];
const lastStep = () => match().decisions.length - 1;

function viewName(onlooker) {
  const name = match().names[onlooker];
  return onlooker < 0 ? "open cards" : `seat ${onlooker}` + (name === `player_${onlooker}` ? "" : `, ${name}`);
}

function fill(select, texts, chosen) {
  select.replaceChildren(...texts.map((text, value) => {
    const option = element("option", text);
    option.value = value;
    option.selected = value === chosen;
    return option;
  }));
}

function sentences(events) {
  return events.map(([, , said, moved, clause]) => {
    const line = element("li", said + " ");
    line.append(element("span", clause, "clause"));
    if (moved) line.append(element("span", moved, "moved"));
    return line;
  });
}

function row(cells, tag = "td", className = "") {
  const made = element("tr", undefined, className);
  made.append(...cells.map((cell) => (cell instanceof Node ? cell : element(tag, cell))));
  return made;
}

function head(cells) {
  const made = element("thead");
  made.append(row(cells, "th"));
  return made;
}

function showPicture() {
  const pieces = match().pictures[at.view][at.step];
  part("picture").innerHTML = pieces
    .map((piece) => data.pieces[piece].map((number) => data.elements[number]).join(""))
    .join("");
  part("picture").setAttribute("aria-label", `The table, step ${at.step + 1}, ${viewName(match().onlookers[at.view])}`);
}

function said(opinion, place) {
  const [choice, values, inChips] = opinion;
  const value = values[place];
  const figure = value === null ? "" : inChips ? signed(Number(value.toFixed(1))) : `${Math.round(100 * value)} %`;
  return element("td", `${choice === place ? "✓ " : ""}${figure}`, choice === place ? "chosen" : "");
}

function showDecision() {
  const decision = match().decisions[at.step];
  const onlooker = match().onlookers[at.view];
  const seen = decision && (onlooker < 0 || onlooker === decision.seat);
  part("choices").replaceChildren();
  part("meaning").textContent = "";
  if (!seen) {
    part("who").textContent = at.step === lastStep() ? "No decision follows." : "This seat does not decide here.";
    return;
  }
  const { seat, legal, chosen, opinions } = decision;
  const forced = legal.length === 1;
  part("who").textContent = `${match().names[seat]} (seat ${seat}) ${forced ? "has one legal action" : `chooses among ${legal.length}`}: ${legal[chosen]}`;
  if (forced) return;
  const told = opinions.map((opinion, agent) => [opinion, data.agents[agent]]).filter(([opinion]) => opinion);
  const body = element("tbody");
  body.append(...legal.map((action, place) => row(
    [`${action}${place === chosen ? " ●" : ""}`, ...told.map(([opinion]) => said(opinion, place))],
    "td", place === chosen ? "played" : "")));
  part("choices").append(head(["action", ...told.map(([, name]) => name)]), body);
  const kinds = ["● was played"];
  if (told.length) kinds.push("✓ the agent's choice");
  if (told.some(([[, values, inChips]]) => inChips && values.some((value) => value !== null)))
    kinds.push("chips: expected from now to the end of the deal");
  if (told.some(([[, values, inChips]]) => !inChips && values.some((value) => value !== null)))
    kinds.push("%: how often the agent would choose it");
  part("meaning").textContent = kinds.join("; ");
}

function showScore() {
  const { names, deals, events, deal } = match();
  const table = Array.from({ length: deals }, () => names.map(() => 0));
  const total = names.map(() => 0);
  for (const [step, number, , , , chips] of events) {
    if (step > at.step) break;
    chips.forEach((amount, seat) => { table[number - 1][seat] += amount; total[seat] += amount; });
  }
  const body = element("tbody");
  const now = deal[at.step];
  table.slice(0, now).forEach((chips, number) =>
    body.append(row([`deal ${number + 1}`, ...chips.map(signed)], "td", number + 1 === now ? "now" : "")));
  body.append(row(["total", ...total.map(signed)], "td", "sum"));
  part("score").replaceChildren(head(["seat", ...names.map((_, seat) => String(seat))]), body);
}

function showStory() {
  let current = null;
  for (const button of part("story").querySelectorAll("button")) {
    const here = Number(button.dataset.step) === at.step;
    if (here) {
      button.setAttribute("aria-current", "step");
      current = button;
    } else button.removeAttribute("aria-current");
  }
  if (current) {
    const list = part("story");
    list.scrollTop = current.offsetTop - list.offsetTop - list.clientHeight / 2;
  }
}

function tellStory() {
  const lines = [];
  let told = 0;
  for (const [step, deal, said, moved] of match().events) {
    if (deal !== told) lines.push(element("li", `Deal ${deal}`, "deal"));
    told = deal;
    const button = element("button", said + (moved ? ` [${moved}]` : ""));
    button.dataset.step = step;
    const line = element("li");
    line.append(button);
    lines.push(line);
  }
  part("story").replaceChildren(...lines);
}

function show() {
  const last = lastStep();
  part("slider").value = at.step;
  part("step").textContent = `step ${at.step + 1} of ${last + 1}, deal ${match().deal[at.step]}`;
  part("slider").setAttribute("aria-valuetext", part("step").textContent);
  const events = sentences(match().events.filter(([step]) => step === at.step));
  part("now").replaceChildren(...(events.length ? events : [element("li", "Nothing that the table sees.")]));
  showPicture();
  showDecision();
  showScore();
  showStory();
  clearTimeout(at.address); // browsers refuse many changes of the address in a short time
  at.address = setTimeout(() => history.replaceState(null, "", `#${at.match + 1}.${at.step + 1}.${match().onlookers[at.view]}`), 300);
}

function go(step) {
  at.step = Math.max(0, Math.min(lastStep(), step));
  if (at.step === lastStep()) play(false);
  show();
}

function goDeal(change) {
  const { deal } = match();
  const wanted = deal[at.step] + change;
  const step = deal.indexOf(wanted);
  go(step >= 0 ? step : change < 0 ? 0 : lastStep());
}

function look(view) {
  at.view = view;
  part("view").value = view;
  show();
}

function open(number, step = 0, onlooker = null) {
  at.match = number;
  const { facts, onlookers, decisions } = match();
  const wanted = onlookers.indexOf(onlooker);
  at.view = wanted >= 0 ? wanted : Math.min(at.view, onlookers.length - 1);
  part("match").value = number;
  part("facts").textContent = facts;
  part("slider").max = decisions.length - 1;
  fill(part("view"), onlookers.map(viewName), at.view);
  tellStory();
  go(step);
}

function play(on) {
  clearInterval(at.timer);
  at.timer = on ? setInterval(() => go(at.step + 1), MILLISECONDS_A_STEP) : null;
  part("play").setAttribute("aria-pressed", String(on));
  part("play").textContent = on ? "Pause" : "Play";
}

function togglePlay() {
  const on = at.timer === null;
  if (on && at.step === lastStep()) at.step = -1;
  play(on);
  if (on) go(at.step + 1);
}

function toggleTheme() {
  const root = document.documentElement;
  const dark = root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  root.dataset.theme = dark ? "light" : "dark";
}

const KEYS = {
  ArrowLeft: () => go(at.step - 1),
  ArrowRight: () => go(at.step + 1),
  Home: () => go(0),
  End: () => go(lastStep()),
  PageUp: () => goDeal(-1),
  PageDown: () => goDeal(1),
  " ": togglePlay,
  v: () => look((at.view + 1) % match().onlookers.length),
  t: toggleTheme,
};

function fromAddress() {
  const [number, step, onlooker] = location.hash.slice(1).split(".").map(Number);
  const known = Number.isInteger(number) && number >= 1 && number <= data.matches.length;
  open(known ? number - 1 : 0, known && Number.isInteger(step) ? step - 1 : 0, onlooker);
}

document.addEventListener("keydown", (event) => {
  const action = KEYS[event.key];
  if (!action || event.ctrlKey || event.altKey || event.metaKey || event.target.tagName === "SELECT") return;
  event.preventDefault();
  action();
});
part("first").addEventListener("click", () => go(0));
part("back").addEventListener("click", () => go(at.step - 1));
part("play").addEventListener("click", togglePlay);
part("next").addEventListener("click", () => go(at.step + 1));
part("last").addEventListener("click", () => go(lastStep()));
part("theme").addEventListener("click", toggleTheme);
part("slider").addEventListener("input", (event) => go(Number(event.target.value)));
part("match").addEventListener("change", (event) => open(Number(event.target.value)));
part("view").addEventListener("change", (event) => look(Number(event.target.value)));
part("story").addEventListener("click", (event) => {
  const button = event.target.closest("button");
  if (button) go(Number(button.dataset.step));
});
addEventListener("hashchange", fromAddress);
fill(part("match"), data.matches.map(({ title }) => title), 0);
part("match").parentElement.hidden = data.matches.length === 1;
part("view").parentElement.hidden = match().onlookers.length === 1;
fromAddress();
