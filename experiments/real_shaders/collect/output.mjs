// Writes what was collected, each text once, into a folder, with a list of names, languages and stages.
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const ENDINGS = { vertex: "vert", fragment: "frag", compute: "comp" };

export class Output {
  constructor(folder) {
    this.folder = folder;
    this.list = [];
    this.texts = new Set();
    this.failed = [];
    mkdirSync(folder, { recursive: true });
  }

  keep(name, language, stage, text) {
    if (typeof text !== "string" || this.texts.has(text)) return;
    this.texts.add(text);
    const ending = language === "wgsl" ? "wgsl" : ENDINGS[stage];
    const file = `${String(this.list.length).padStart(4, "0")}.${ending}`;
    writeFileSync(join(this.folder, file), text);
    this.list.push({ name, language, stage, file });
  }

  fail(name, error) {
    this.failed.push({ name, reason: String(error?.message ?? error).split("\n")[0] });
  }

  finish() {
    writeFileSync(join(this.folder, "list.json"), JSON.stringify({ shaders: this.list, failed: this.failed }, null, 1));
    console.log(`${this.folder}: ${this.list.length} shaders, ${this.failed.length} not assembled`);
    process.exit(0);
  }
}
