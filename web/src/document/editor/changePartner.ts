import { notices } from '../../app/notices.ts';
import type { PartnerChoice } from '../../control/references.tsx';
import { t } from '../../phrase/index.ts';
import { partnerHead } from '../draft/partnerHead.ts';
import { focused } from '../grid/gridState.ts';
import { isBlankLine } from '../draft/lineDraft.ts';
import { repriceAll } from '../lines/lineService.ts';
import type { GoodsForm } from './useGoodsForm.ts';
import { reasonOf } from '../../app/net/envelope.ts';

/** Puts the cursor into the first line, after the drop-down has closed and given the focus back. */
function goToLines(store: GoodsForm['store']): void {
  const [first] = store.grid().rows;
  if (first === undefined) return;
  setTimeout(
    () => store.change((grid) => focused(grid, { key: first.key, column: 'barcode' })),
    80,
  );
}

/** Writes a document for another partner, at that partner's prices; while it has no lines yet, `next` goes on to them. */
export async function changePartner(
  form: GoodsForm,
  choice: PartnerChoice | null,
  next: boolean,
): Promise<void> {
  const { head, setHead, store, rules } = form;
  setHead(partnerHead(rules.kind, head, choice));
  if (store.values().every(isBlankLine)) {
    if (choice !== null && next) goToLines(store);
    return;
  }
  if (choice === null) return;
  try {
    await repriceAll(store, { ...form.world(), partnerId: choice.id });
    void notices().message.info(t('editor.repriced', { name: choice.name }));
  } catch (error) {
    void notices().message.warning(t('editor.repriceFailed', { reason: reasonOf(error) }));
  }
}
