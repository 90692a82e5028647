// The editor of the definition: a plain text field at first, replaced by an editor with findings, completion
// and explanations once that is loaded.

import { byId } from "./dom";
import type { Finding } from "./types";

/** The interface of a text editor. */
export interface TextView {
  get(): string;
  /** Replaces the text, so that it can be undone. */
  set(text: string): void;
  /** Undoes the last change, or redoes it. */
  undo(back: boolean): void;
  find(findings: Finding[]): void;
  goto(line: number, character: number): void;
}

export interface Asks {
  changed(): void;
  complete(line: number, character: number): Promise<unknown>;
  hover(line: number, character: number): Promise<unknown>;
}

/** The lengths of the common prefix and suffix of two texts. */
export function common(one: string, other: string): { head: number; tail: number } {
  const shorter = Math.min(one.length, other.length);
  let head = 0;
  while (head < shorter && one[head] === other[head]) head += 1;
  let tail = 0;
  while (tail < shorter - head && one.at(-1 - tail) === other.at(-1 - tail)) tail += 1;
  return { head, tail };
}

class PlainText implements TextView {
  constructor(readonly field: HTMLTextAreaElement, asks: Asks) {
    field.addEventListener("input", () => asks.changed());
  }

  get(): string {
    return this.field.value;
  }

  set(text: string): void {
    this.field.value = text;
  }

  undo(back: boolean): void {
    this.field.focus();
    document.execCommand(back ? "undo" : "redo");
  }

  find(): void {}

  goto(line: number, character: number): void {
    const lines = this.field.value.split("\n").slice(0, line);
    const at = lines.reduce((sum, one) => sum + one.length + 1, 0) + character;
    this.field.focus();
    this.field.setSelectionRange(at, at);
  }
}

export class Editor {
  private view: TextView;
  private last: Finding[] = [];

  constructor(private readonly asks: Asks) {
    this.view = new PlainText(byId("text"), asks);
  }

  private loading: Promise<void> | undefined;

  /** Loads the editor and puts it in the place of the plain field. */
  load(): Promise<void> {
    return (this.loading ??= this.enrich());
  }

  private async enrich(): Promise<void> {
    const { create } = (await import("./rich.js" as string)) as typeof import("./rich");
    const field = byId<HTMLTextAreaElement>("text");
    const hadFocus = document.activeElement === field;
    const selection = field.selectionStart;
    byId("editor").hidden = false;
    const rich = create(byId("editor"), field.value, this.asks);
    field.hidden = true;
    byId("text-label").hidden = true;
    this.view = rich;
    rich.find(this.last);
    if (hadFocus) rich.focusAt(selection);
  }

  get text(): string {
    return this.view.get();
  }

  set text(text: string) {
    this.view.set(text);
  }

  undo(back: boolean): void {
    this.view.undo(back);
  }

  find(findings: Finding[]): void {
    this.last = findings;
    this.view.find(findings);
  }

  goto(finding: Finding): void {
    this.view.goto(finding.range.start.line, finding.range.start.character);
  }
}
