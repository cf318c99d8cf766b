"use strict";
// Tables sort by the head that is pressed: numbers downwards first, names upwards.
for (const table of document.querySelectorAll("table.sorts")) {
  const body = table.tBodies[0];
  [...table.tHead.rows[0].cells].forEach((head, column) => {
    const button = document.createElement("button");
    button.type = "button";
    button.append(...head.childNodes);
    head.append(button);
    const key = (row) => row.cells[column].textContent.trim();
    button.addEventListener("click", () => {
      const rows = [...body.rows];
      const number = (row) => parseFloat(key(row).replace("−", "-"));
      const numeric = rows.some((row) => key(row)) && rows.every((row) => !key(row) || !isNaN(number(row)));
      const was = head.getAttribute("aria-sort");
      const ascending = was ? was === "descending" : !numeric;
      const compare = numeric
        ? (a, b) => (key(a) ? number(a) : -Infinity) - (key(b) ? number(b) : -Infinity)
        : (a, b) => key(a).localeCompare(key(b));
      rows.sort((a, b) => (ascending ? compare(a, b) : compare(b, a)));
      for (const other of table.tHead.rows[0].cells) other.removeAttribute("aria-sort");
      head.setAttribute("aria-sort", ascending ? "ascending" : "descending");
      body.append(...rows);
    });
  });
}

// Two methods against each other: a point a page.
const sets = JSON.parse(document.getElementById("data").textContent);
const NS = "http://www.w3.org/2000/svg";
const SIZE = 400;
const MARGIN = 5;
const MOST = 8;

function element(parent, name, attributes, text) {
  const made = document.createElementNS(parent.namespaceURI, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  if (text !== undefined) made.textContent = text;
  parent.append(made);
  return made;
}

function draw(place, pages, measure, one, other) {
  place.replaceChildren();
  const svg = document.createElementNS(NS, "svg");
  svg.setAttribute("viewBox", `-56 -10 ${SIZE + 76} ${SIZE + 50}`);
  svg.setAttribute("role", "img");
  place.append(svg);
  for (let tick = 0; tick <= 4; tick++) {
    const at = (tick * SIZE) / 4;
    element(svg, "line", { x1: at, y1: 0, x2: at, y2: SIZE });
    element(svg, "line", { x1: 0, y1: at, x2: SIZE, y2: at });
    element(svg, "text", { x: at, y: SIZE + 16, "text-anchor": "middle" }, (tick / 4).toFixed(2));
    element(svg, "text", { x: -6, y: SIZE - at + 4, "text-anchor": "end" }, (tick / 4).toFixed(2));
  }
  element(svg, "line", { x1: 0, y1: SIZE, x2: SIZE, y2: 0 });
  element(svg, "text", { x: SIZE / 2, y: SIZE + 32, "text-anchor": "middle" }, `F1 of ${measure.specs[one]}`);
  const label = { x: 0, y: 0, "text-anchor": "middle", transform: `translate(-42 ${SIZE / 2}) rotate(-90)` };
  element(svg, "text", label, `F1 of ${measure.specs[other]}`);
  const [a, b] = [measure.f1[one], measure.f1[other]];
  pages.forEach((page, at) => {
    const point = { cx: (a[at] * SIZE) / 1000, cy: SIZE - (b[at] * SIZE) / 1000, r: 4 };
    const circle = element(svg, "circle", point);
    element(circle, "title", {}, `${page}: ${a[at] / 1000} and ${b[at] / 1000}`);
  });
  const order = pages.map((_, at) => at).sort((x, y) => Math.abs(a[y] - b[y]) - Math.abs(a[x] - b[x]));
  const list = document.createElement("p");
  list.className = "faint";
  const most = order.slice(0, MOST).filter((at) => Math.abs(a[at] - b[at]) > MARGIN);
  const say = (at) => `${pages[at]} (${(a[at] / 1000).toFixed(3)}, ${(b[at] / 1000).toFixed(3)})`;
  list.textContent = most.length ? `They differ most on ${most.map(say).join("; ")}.` : "They do not differ.";
  place.append(list);
}

for (const place of document.querySelectorAll(".against")) {
  const set = sets[place.dataset.set];
  const measure = set.measures[place.dataset.measure];
  const plot = document.createElement("div");
  const choose = (chosen, name) => {
    const select = document.createElement("select");
    select.setAttribute("aria-label", name);
    measure.specs.forEach((spec, at) => select.append(new Option(spec, at, at === chosen, at === chosen)));
    select.addEventListener("change", redraw);
    return select;
  };
  const mean = (at) => measure.f1[at].reduce((sum, f1) => sum + f1, 0);
  const ranks = measure.specs.map((_, at) => at).sort((x, y) => mean(y) - mean(x));
  const one = choose(ranks[0], "along");
  const other = choose(ranks[1], "upwards");
  function redraw() {
    draw(plot, set.pages, measure, Number(one.value), Number(other.value));
  }
  place.append(one, " against ", other, plot);
  place.hidden = false;
  redraw();
}
