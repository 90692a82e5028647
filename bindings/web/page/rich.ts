// The editor, loaded after the first board. It lives in a shadow root, where its styles are sheets and not
// elements, so that the content policy needs no exception.

import { autocompletion, completionKeymap, type CompletionContext } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap, isolateHistory } from "@codemirror/commands";
import { bracketMatching, HighlightStyle, StreamLanguage, syntaxHighlighting } from "@codemirror/language";
import { toml } from "@codemirror/legacy-modes/mode/toml";
import { type Diagnostic, lintGutter, lintKeymap, setDiagnostics } from "@codemirror/lint";
import { EditorState, type Text } from "@codemirror/state";
import { drawSelection, EditorView, hoverTooltip, keymap, lineNumbers } from "@codemirror/view";
import { tags } from "@lezer/highlight";
import { h } from "./dom";
import type { Asks, TextView } from "./editor";
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
    if (!items?.length) return null;
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
        keymap.of([...defaultKeymap, ...historyKeymap, ...completionKeymap, ...lintKeymap]),
        EditorView.lineWrapping,
        EditorView.domEventHandlers({
          // Chromium joins lines by elements with styles of their own, which the content policy refuses.
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
      // It is undone by itself, however soon it came behind what was typed.
      view.dispatch({ changes: { from: 0, to: now.length, insert: next }, annotations: isolateHistory.of("full") });
    },
    find: (findings) => {
      const doc = view.state.doc;
      view.dispatch(setDiagnostics(view.state, findings.map((finding) => diagnostic(doc, finding))));
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

/** What the language server says, which is Markdown with pictures that are addresses. */
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
