import type { LineReply, MoneyLineInput } from '@tradehouse/contract';
import type { Fact } from '../../control/conflict.ts';
import type { GridStore } from '../grid/gridStore.ts';
import type { RowState, Shape } from '../grid/gridState.ts';
import type { MoneyHead } from './useMoneyForm.ts';

/** How lines of money documents are read, written and sent, whatever they name. */
export interface MoneyLines<Line> {
  readonly shape: Shape<Line>;
  readonly fromReply: (line: LineReply) => Line;
  readonly toInput: (line: Line) => MoneyLineInput;
  /** The lines a form opens with. */
  readonly opened: (lines: readonly Line[]) => readonly Line[];
  /** Marks the cells that the server would refuse. */
  readonly mark: (head: MoneyHead, rows: readonly RowState<Line>[], store: GridStore<Line>) => void;
  /** What a line is about, in a word. */
  readonly about: (line: Line) => string;
  /** The line as it is told beside another's. */
  readonly told: (line: Line) => Fact;
}

/** Whatever a line names, it says an amount. */
export interface WithAmount {
  readonly amount: string;
}
