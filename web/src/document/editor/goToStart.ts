import { documentKinds } from '@tradehouse/domain';
import { FRONT_PANE } from '../../app/tabs/front.tsx';
import { focused } from '../grid/gridState.ts';
import { isBlankLine } from '../draft/lineDraft.ts';
import type { GoodsForm } from './useGoodsForm.ts';

const inFront = (field: string): HTMLInputElement | null =>
  document.querySelector<HTMLInputElement>(`${FRONT_PANE} ${field} input`);

type Begun = Pick<GoodsForm, 'store' | 'rules'>;

/** Puts the keyboard into the first line: at its quantity where the goods are known. */
export function goToLines({ store }: Begun): void {
  const [first] = store.grid().rows;
  if (first === undefined) return;
  const column = isBlankLine(first.value) ? 'barcode' : 'quantity';
  store.change((grid) => focused(grid, { key: first.key, column }));
}

/** Puts the keyboard where a blank form begins: at the partner it needs, else in the scanner's field, else in the lines. */
export function goToStart(form: Begun): void {
  const { partner } = documentKinds[form.rules.kind];
  const field = inFront(partner?.required === true ? '.document-head' : '.scan-bar');
  if (field === null) goToLines(form);
  else field.focus();
}

/** Puts the keyboard into the scanner's field, where it is shown. */
export const goToScanner = (): void => inFront('.scan-bar')?.focus();
