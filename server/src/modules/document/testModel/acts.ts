// Commands of the model test, and their outcome in the reference.
import { activityStep } from './activities.ts';
import type { ActivityAct } from './activities.ts';
import type { Outcome, State, Switches } from './books.ts';
import { countStarted, countStep } from './counts.ts';
import type { CountAct } from './counts.ts';
import type { MasterName } from './masters.ts';
import type { Paper } from './papers.ts';
import { removed } from './removals.ts';
import { received, saved } from './saving.ts';
import { batched } from './steps.ts';
import type { AtPaper } from './steps.ts';

/** Command for server and reference. `at` is the index of a paper or a count sheet. */
export type Act =
  | {
      readonly act: 'add';
      readonly paper: Paper;
      readonly twice: boolean;
      readonly converts: boolean;
    }
  | { readonly act: 'edit'; readonly at: number; readonly paper: Paper; readonly stale: boolean }
  | { readonly act: AtPaper; readonly at: number }
  | {
      readonly act: 'batch';
      readonly step: AtPaper;
      readonly all: readonly number[];
    }
  | { readonly act: 'receive'; readonly at: number; readonly paper: Paper }
  | CountAct
  | ActivityAct
  | { readonly act: 'remove'; readonly master: MasterName }
  | { readonly act: 'close'; readonly until: number | null }
  | { readonly act: 'switch'; readonly name: keyof Switches; readonly on: boolean };

/** Applies a command to the reference. The server must refuse the command for one of `reasons`, if any. */
export function outcome(state: State, act: Act): Outcome {
  const { state: next, reasons } = done(state, act);
  return { state: { ...next, clock: state.clock + 1 }, reasons };
}

function done(state: State, act: Act): Outcome {
  switch (act.act) {
    case 'add':
      return saved(state, state.papers.length, act.paper, []);
    case 'edit': {
      const before = state.papers[act.at];
      const own = (before?.approved ?? true) ? (['document.notEditable'] as const) : [];
      return saved(state, act.at, act.paper, [
        ...own,
        ...(act.stale ? (['record.stale'] as const) : []),
      ]);
    }
    case 'batch':
      return batched(state, act.step, act.all);
    case 'receive':
      return received(state, act.at, act.paper);
    case 'count':
      return countStarted(state, act.sheet);
    case 'recount':
    case 'postCount':
    case 'unpostCount':
      return countStep(state, act);
    case 'activity':
    case 'retarget':
    case 'endActivity':
    case 'dropActivity':
      return activityStep(state, act);
    case 'remove':
      return removed(state, act.master);
    case 'close':
      return { state: { ...state, closedUntil: act.until }, reasons: [] };
    case 'switch':
      return {
        state: { ...state, switches: { ...state.switches, [act.name]: act.on } },
        reasons: [],
      };
    default:
      return batched(state, act.act, [act.at]);
  }
}
