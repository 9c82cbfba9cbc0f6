import { documentKinds } from '@tradehouse/domain';
import { FRONT_PANE } from '../../app/tabs/front.tsx';
import { focusCell } from '../grid/gridState.ts';
import { isBlankLine } from '../draft/lineDraft.ts';
import type { GoodsForm } from './useGoodsForm.ts';

const inFront = (field: string): HTMLInputElement | null =>
  document.querySelector<HTMLInputElement>(`${FRONT_PANE} ${field} input`);

type Begun = Pick<GoodsForm, 'store' | 'rules'>;

/** Focuses the first line: the quantity if the goods are known. */
export function focusFirstLine({ store }: Begun): void {
  const [first] = store.grid().rows;
  if (first === undefined) return;
  const column = isBlankLine(first.value) ? 'barcode' : 'quantity';
  store.change((grid) => focusCell(grid, { key: first.key, column }));
}

/** Focuses the start of a blank form: required partner, else scanner, else lines. */
export function goToStart(form: Begun): void {
  const { partner } = documentKinds[form.rules.kind];
  const field = inFront(partner?.required === true ? '.document-head' : '.scan-bar');
  if (field === null) focusFirstLine(form);
  else field.focus();
}

export const goToScanner = (): void => inFront('.scan-bar')?.focus();
