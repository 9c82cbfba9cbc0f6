import { getNotices } from '../../app/notices.ts';
import type { PartnerChoice } from '../../control/references.tsx';
import { t } from '../../phrase/index.ts';
import { partnerHead } from '../draft/partnerHead.ts';
import { focusCell } from '../grid/gridState.ts';
import { isBlankLine } from '../draft/lineDraft.ts';
import { repriceAll } from '../lines/lineService.ts';
import type { GoodsForm } from './useGoodsForm.ts';
import { reasonOfError } from '../../app/net/envelope.ts';

/** Puts the cursor into the first line, after the drop-down has closed and given the focus back. */
function focusFirstBarcode(store: GoodsForm['store']): void {
  const [first] = store.grid().rows;
  if (first === undefined) return;
  setTimeout(
    () => store.change((grid) => focusCell(grid, { key: first.key, column: 'barcode' })),
    80,
  );
}

/** Changes a document's partner and prices; with no lines yet, `next` moves focus to the lines. */
export async function changePartner(
  form: GoodsForm,
  choice: PartnerChoice | null,
  next: boolean,
): Promise<void> {
  const { head, setHead, store, rules } = form;
  setHead(partnerHead(rules.kind, head, choice));
  if (store.values().every(isBlankLine)) {
    if (choice !== null && next) focusFirstBarcode(store);
    return;
  }
  if (choice === null) return;
  try {
    await repriceAll(store, { ...form.world(), partnerId: choice.id });
    void getNotices().message.info(t('editor.repriced', { name: choice.name }));
  } catch (error) {
    void getNotices().message.warning(t('editor.repriceFailed', { reason: reasonOfError(error) }));
  }
}
