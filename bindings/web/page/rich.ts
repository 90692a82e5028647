// The rich editor, loaded after the first board. It is in a shadow root with constructed style sheets instead
// of style elements, so that the content security policy needs no exception.

import { autocompletion, completionKeymap, type CompletionContext } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap, isolateHistory, redo, undo } from "@codemirror/commands";
import { bracketMatching, HighlightStyle, StreamLanguage, syntaxHighlighting } from "@codemirror/language";
import { toml } from "@codemirror/legacy-modes/mode/toml";
import { type Diagnostic, lintGutter, lintKeymap, setDiagnostics } from "@codemirror/lint";
import { EditorState, StateEffect, StateField, type Text } from "@codemirror/state";
import { Decoration, type DecorationSet, drawSelection, EditorView, hoverTooltip, keymap, lineNumbers, WidgetType } from "@codemirror/view";
import { tags } from "@lezer/highlight";
import { h } from "./dom";
import { type Asks, common, type TextView } from "./editor";
import type { Edit, Finding, Place } from "./types";

interface Item {
  label: string;
  detail?: string;
  documentation?: string;
  textEdit: Edit;
}

function offset(doc: Text, place: Place): number {
  if (place.line >= doc.lines) return doc.length;
  const line = doc.line(place.line + 1);
  return Math.min(line.from + place.character, line.to);
}

function placeOf(doc: Text, at: number): [number, number] {
  const line = doc.lineAt(at);
  return [line.number - 1, at - line.from];
}

const SEVERITIES = { 1: "error", 2: "warning", 3: "info" } as const;

function diagnostic(doc: Text, finding: Finding): Diagnostic {
  const from = offset(doc, finding.range.start);
  const to = offset(doc, finding.range.end);
  return {
    from,
    to: Math.max(to, Math.min(from + 1, doc.length)),
    severity: SEVERITIES[finding.severity],
    source: finding.code,
    message: finding.message,
    actions: (finding.data ?? []).map((fix) => ({
      name: fix.title,
      apply(view: EditorView) {
        const changes = fix.edits.map((edit) => ({
          from: offset(view.state.doc, edit.range.start),
          to: offset(view.state.doc, edit.range.end),
          insert: edit.newText,
        }));
        view.dispatch({ changes, userEvent: "input.fix", annotations: isolateHistory.of("full") });
      },
    })),
  };
}

/** The maximum number of findings shown in the text. */
const NOTES = 12;

/** A finding shown below its line. Screen readers use the list of findings instead. */
class Note extends WidgetType {
  constructor(private readonly found: Diagnostic) {
    super();
  }

  override eq(other: Note): boolean {
    return other.found.message === this.found.message && other.found.severity === this.found.severity;
  }

  toDOM(view: EditorView): HTMLElement {
    const [message = "", help] = this.found.message.split("\nhelp: ");
    const note = h("div", { class: `cm-note cm-note-${this.found.severity}`, "aria-hidden": "true" }, message);
    const [fix] = this.found.actions ?? [];
    if (fix) {
      const button = h("button", { tabindex: "-1" }, fix.name);
      button.addEventListener("mousedown", (event) => {
        event.preventDefault();
        fix.apply(view, this.found.from, this.found.to);
      });
      note.append(" ", button);
    } else if (help) note.append(h("span", {}, ` ${help}`));
    return note;
  }

  override ignoreEvent(): boolean {
    return true;
  }
}

const setNotes = StateEffect.define<DecorationSet>();
const notes = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(value, transaction) {
    let next = value.map(transaction.changes);
    for (const effect of transaction.effects) if (effect.is(setNotes)) next = effect.value;
    return next;
  },
  provide: (field) => EditorView.decorations.from(field),
});

/** One note for each line with findings, for its most severe one. */
function notesOf(doc: Text, found: Diagnostic[]): DecorationSet {
  const lines = new Map<number, Diagnostic>();
  for (const one of found) {
    const { to } = doc.lineAt(one.from);
    const known = lines.get(to);
    if (one.severity !== "info" && (!known || (known.severity !== "error" && one.severity === "error"))) lines.set(to, one);
  }
  const first = [...lines].sort(([a], [b]) => a - b).slice(0, NOTES);
  return Decoration.set(first.map(([to, one]) => Decoration.widget({ widget: new Note(one), block: true, side: 1 }).range(to)));
}

const THEME = EditorView.theme({
  "&": { height: "100%", fontSize: "14px", backgroundColor: "var(--field)", color: "var(--text)" },
  ".cm-scroller": { fontFamily: "ui-monospace, monospace" },
  ".cm-content": { caretColor: "var(--text)" },
  ".cm-cursor": { borderLeftColor: "var(--text)" },
  ".cm-gutters": { backgroundColor: "var(--panel)", color: "var(--faint)", border: "none" },
  "&.cm-focused": { outline: "2px solid var(--focus)" },
  "&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground": {
    backgroundColor: "var(--selection)",
  },
  ".cm-tooltip": { backgroundColor: "var(--panel)", color: "var(--text)", border: "1px solid var(--line)" },
  ".cm-tooltip .about img": { display: "block", maxWidth: "min(100%, 380px)", maxHeight: "380px", marginTop: "6px" },
  ".cm-tooltip .about": { padding: "6px 10px", maxWidth: "44ch", whiteSpace: "pre-wrap" },
  ".cm-note": { padding: "2px 8px 4px 12px", font: "13px/1.4 system-ui, sans-serif", borderLeft: "3px solid var(--warning)", color: "var(--warning)" },
  ".cm-note-error": { borderLeftColor: "var(--error)", color: "var(--error)" },
  ".cm-note span": { color: "var(--faint)" },
  ".cm-note button": { font: "inherit", border: "none", borderRadius: "4px", padding: "1px 8px", cursor: "pointer", backgroundColor: "var(--accent)", color: "var(--on-accent)" },
  ".cm-diagnosticText": { whiteSpace: "pre-wrap" },
  ".cm-diagnosticAction": { backgroundColor: "var(--accent)", color: "var(--on-accent)" },
});

const COLORS = HighlightStyle.define([
  { tag: tags.comment, color: "var(--faint)" },
  { tag: tags.string, color: "var(--string)" },
  { tag: [tags.number, tags.bool, tags.atom], color: "var(--note)" },
  { tag: [tags.heading, tags.keyword, tags.bracket], color: "var(--keyword)" },
]);

export function create(
  parent: HTMLElement,
  text: string,
  asks: Asks,
): TextView & { focusAt(at: number): void } {
  const root = parent.shadowRoot ?? parent.attachShadow({ mode: "open" });
  const complete = async (context: CompletionContext) => {
    if (!context.explicit && !context.matchBefore(/[\w'".[=+-]$/)) return null;
    const doc = context.state.doc;
    const items = (await asks.complete(...placeOf(doc, context.pos)).catch(() => null)) as Item[] | null;
    // Unlike null, an empty list lets the editor ask again about what was typed in the meantime.
    if (!items?.length) return { from: context.pos, options: [] };
    const from = offset(doc, items[0]!.textEdit.range.start);
    return {
      from,
      options: items.map((item) => ({
        label: item.textEdit.newText,
        displayLabel: item.label,
        detail: item.detail,
        info: item.documentation,
      })),
      validFor: /^['"]?[\w-]*$/,
    };
  };
  const hover = hoverTooltip(async (view, at) => {
    const said = (await asks.hover(...placeOf(view.state.doc, at)).catch(() => null)) as {
      contents: { value: string };
      range: { start: Place; end: Place };
    } | null;
    if (!said) return null;
    return {
      pos: offset(view.state.doc, said.range.start),
      end: offset(view.state.doc, said.range.end),
      create: () => ({ dom: about(said.contents.value) }),
    };
  });
  const view = new EditorView({
    parent: root as unknown as Element,
    root,
    state: EditorState.create({
      doc: text,
      extensions: [
        lineNumbers(),
        lintGutter(),
        history(),
        drawSelection(),
        bracketMatching(),
        StreamLanguage.define(toml),
        syntaxHighlighting(COLORS),
        autocompletion({ override: [complete] }),
        hover,
        notes,
        keymap.of([...defaultKeymap, ...historyKeymap, ...completionKeymap, ...lintKeymap]),
        EditorView.lineWrapping,
        EditorView.domEventHandlers({
          // Chromium joins lines by elements with inline styles, which the content security policy refuses.
          beforeinput(event, view) {
            const { from, to } = view.state.selection.main;
            const plain = event.inputType === "insertText" && event.data !== null;
            if (!plain || view.state.doc.lineAt(from).to >= to) return false;
            event.preventDefault();
            view.dispatch(view.state.replaceSelection(event.data!), { userEvent: "input.type" });
            return true;
          },
        }),
        EditorView.contentAttributes.of({ "aria-label": "Definition", spellcheck: "false" }),
        EditorView.updateListener.of((update) => {
          if (update.docChanged) asks.changed();
        }),
        THEME,
      ],
    }),
  });
  return {
    get: () => view.state.doc.toString(),
    set: (next) => {
      const now = view.state.doc.toString();
      if (now === next) return;
      // Replaces only the differing part, to keep the cursor and the findings. The change is an undo step of
      // its own, however soon it follows typing.
      const { head, tail } = common(now, next);
      const changes = { from: head, to: now.length - tail, insert: next.slice(head, next.length - tail) };
      view.dispatch({ changes, annotations: isolateHistory.of("full") });
    },
    undo: (back) => void (back ? undo(view) : redo(view)),
    find: (findings) => {
      const doc = view.state.doc;
      const found = findings.map((finding) => diagnostic(doc, finding));
      view.dispatch(setDiagnostics(view.state, found), { effects: setNotes.of(notesOf(doc, found)) });
    },
    goto: (line, character) => {
      const at = offset(view.state.doc, { line, character });
      view.dispatch({ selection: { anchor: at }, scrollIntoView: true });
      view.focus();
    },
    focusAt: (at) => {
      view.dispatch({ selection: { anchor: Math.min(at, view.state.doc.length) } });
      view.focus();
    },
  };
}

/** The text from the language server: Markdown with pictures as data URLs. */
function about(markdown: string): HTMLElement {
  const parts = markdown.split(/!\[(\w*)\]\((data:image\/svg\+xml,[^)\s]*)\)/);
  const box = h("div", { class: "about" });
  for (let at = 0; at < parts.length; at += 3) {
    const words = parts[at]!.replace(/\*\*|`/g, "").trim();
    if (words) box.append(h("span", {}, words));
    const address = parts[at + 2];
    if (address) box.append(h("img", { src: address, alt: parts[at + 1] ?? "" }));
  }
  return box;
}
