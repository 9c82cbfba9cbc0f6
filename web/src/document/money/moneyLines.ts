import type { LineReply, MoneyLineInput } from '@tradehouse/contract';
import type { ConflictFact } from '../../control/conflict.ts';
import type { GridStore } from '../grid/gridStore.ts';
import type { RowState, GridShape } from '../grid/gridState.ts';
import type { MoneyHead } from './useMoneyForm.ts';

/** Rules for reading, editing and sending lines of money documents, for any type of line. */
export interface MoneyLines<Line> {
  readonly shape: GridShape<Line>;
  readonly fromReply: (line: LineReply) => Line;
  readonly toInput: (line: Line) => MoneyLineInput;
  /** The lines a form opens with. */
  readonly opened: (lines: readonly Line[]) => readonly Line[];
  /** Marks cells that the server would refuse. */
  readonly mark: (head: MoneyHead, rows: readonly RowState<Line>[], store: GridStore<Line>) => void;
  /** Names a line's subject. */
  readonly about: (line: Line) => string;
  /** Returns the line's fact for a conflict. */
  readonly toLineFact: (line: Line) => ConflictFact;
}

export interface WithAmount {
  readonly amount: string;
}
