// The engine in a worker of its own. It keeps its transposition table for the next search.

import { Client, Restarted, type Start } from "./client";
import type { EngineLine, Thought } from "./types";

/** A game in the form of the engine. */
export interface Task {
  text?: string;
  variant?: string;
  query?: string;
  fen?: string;
  moves: string[];
}

export interface Strength {
  time: number;
  depth?: number;
  nodes?: number;
  skill?: number;
  lines?: number;
  /** The text of an evaluation file, or `null` for none; by default the built-in one of the game. */
  evaluation?: string | null;
}

/** Loads an evaluation file by its name. */
export type EvaluationFile = (name: string) => Promise<string>;

/** The nodes that a search has visited, and its milliseconds. */
export interface Effort {
  nodes: number;
  time: number;
}

/** The names of the levels from 1 to 8. */
export const LEVELS = /* translated */ ["beginner", "novice", "casual", "club", "strong", "expert", "master", "full"];

/** The skill of level 8, full strength. */
const FULL = 20;

/** The strength of a level from 1 to 8. */
export function level(number: number): Strength {
  const skills = [0, 3, 6, 9, 12, 15, 18, 20];
  const times = [100, 150, 250, 400, 600, 900, 1500, 3000];
  const index = Math.min(Math.max(Math.round(number), 1), 8) - 1;
  return { skill: skills[index]!, time: times[index]! };
}

/** The most threads that help a search at full strength; each worker has as many as its processor. */
const HELPERS = 16;

/** The time limit between two slices of a search, in milliseconds; the first slice compiles the variant's tables. */
const SILENCE = 15_000;

export class Engine {
  private readonly client: Client;
  private lines = new Map<number, EngineLine>();
  /** The number of the last request, and of the one that is searched. */
  private turn = 0;
  private searched = 0;
  private running = false;
  /** The request that must be answered immediately once it is searched. */
  private urgent = 0;
  /** Resolves with the last search. */
  private last: Promise<unknown> = Promise.resolve();
  /** The evaluation of the last game, and what it was loaded from. */
  private evaluation: { game: string; text: Promise<string | undefined> } | undefined;
  onlines: ((lines: EngineLine[], effort: Effort) => void) | undefined;

  constructor(
    start: Start,
    private readonly evaluationFile: EvaluationFile,
  ) {
    this.client = new Client(() => SILENCE, start);
    this.client.onreport = (report) => {
      const { line, nodes, time } = report as { line?: EngineLine; nodes: number; time: number };
      if (!line || this.searched !== this.turn) return;
      this.lines.set(line.rank, line);
      this.onlines?.(this.found(), { nodes, time });
    };
  }

  /** The principal variations found so far, best first. */
  found(): EngineLine[] {
    return [...this.lines.values()].sort((a, b) => a.rank - b.rank);
  }

  get isRunning(): boolean {
    return this.running;
  }

  /** Searches. A stopped search returns its result so far; a search that another one replaces returns nothing. */
  think(task: Task, strength: Strength): Promise<Thought> {
    this.drop();
    const turn = this.turn;
    this.running = true;
    const thought = this.last.then(() => this.search(turn, task, strength));
    this.last = thought.catch(() => {});
    return thought;
  }

  /** The text of the evaluation that is chosen or built in, if there is one. */
  private async evaluationOf({ text, variant, query }: Task, { evaluation }: Strength): Promise<string | undefined> {
    if (evaluation !== undefined) return evaluation ?? undefined;
    const request = { op: "evaluation", text, variant, query };
    const game = JSON.stringify(request);
    if (this.evaluation?.game !== game) {
      const load = async () => {
        const name = await this.client.ask<string | null>(request);
        return name === null ? undefined : await this.evaluationFile(name);
      };
      this.evaluation = { game, text: load() };
      // The next search tries again.
      this.evaluation.text.catch(() => (this.evaluation = undefined));
    }
    return this.evaluation.text;
  }

  private async search(turn: number, task: Task, strength: Strength): Promise<Thought> {
    const nothing = { best: null, lines: [], nodes: 0, time: 0 };
    if (turn !== this.turn) return nothing;
    this.lines.clear();
    try {
      const evaluation = await this.evaluationOf(task, strength);
      if (turn !== this.turn) return nothing;
      this.searched = turn;
      const time = Number.isFinite(strength.time) ? strength.time : undefined;
      const helpers = (strength.skill ?? FULL) < FULL ? 0 : HELPERS;
      const asked = this.client.ask<Thought>({ op: "think", ...task, ...strength, evaluation, helpers, time, slice: 1 });
      if (this.urgent === turn) this.client.hurry();
      const thought = await asked;
      return turn === this.turn ? thought : nothing;
    } catch (error) {
      if (!(error instanceof Restarted)) throw error;
      // The search hung; its reported lines count.
      const lines = turn === this.turn ? this.found() : [];
      return { ...nothing, best: lines[0]?.moves ?? null, lines };
    } finally {
      if (turn === this.turn) this.running = false;
    }
  }

  /** Ends the search soon, with its result so far. */
  stop(): void {
    if (!this.running) return;
    if (this.searched === this.turn) this.client.hurry();
    else this.urgent = this.turn;
  }

  /** Terminates the worker; the next search starts another one. */
  close(): void {
    this.drop();
    this.client.close();
  }

  /** Ends the search and discards its result. */
  drop(): void {
    this.turn += 1;
    if (this.running) this.client.hurry();
    this.running = false;
  }
}
