// defuddle behind the line protocol of documents.py: each line of standard input is a JSON object
// with `html` and `url`, each line of standard output one with `markdown`, `title`, `author` and
// `date`, or `error`.

import { createInterface } from "node:readline";
import { Defuddle } from "defuddle/node";
import { parseHTML } from "linkedom";

// What it prints must not get between the rows.
for (const level of ["log", "info", "warn", "error", "debug"]) console[level] = () => {};

for await (const line of createInterface({ input: process.stdin })) {
  const { html, url } = JSON.parse(line);
  let row;
  try {
    const { document } = parseHTML(html);
    const found = await Defuddle(document, url ?? "https://unknown.example/", { markdown: true });
    row = { markdown: found.content ?? "", title: found.title, author: found.author, date: found.published };
  } catch (error) {
    row = { error: String(error).slice(0, 200) };
  }
  process.stdout.write(JSON.stringify(row) + "\n");
}
