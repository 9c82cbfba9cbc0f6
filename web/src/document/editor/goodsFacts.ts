import type { DocumentReply } from '@tradehouse/contract';
import { documentKinds } from '@tradehouse/domain';
import { timeText } from '../../control/format.ts';
import { t } from '../../phrase/index.ts';
import type { LineDraft } from '../draft/lineDraft.ts';
import { aboutLine, isBlankLine, lineFromReply } from '../draft/lineDraft.ts';
import { paidLabelOf } from '../settlement/sides.ts';
import type { Fact } from '../../control/conflict.ts';
import { partnerLabel } from '../form/DocumentHead.tsx';
import type { HeadDraft } from '../draft/headDraft.ts';
import { headFromReply } from '../draft/headDraft.ts';
import type { GoodsForm } from './useGoodsForm.ts';

/** Somebody or something that is known by its id here. */
const chosen = (label: string, ids: readonly (string | null)[]): Fact => {
  const value = ids.filter((id) => id !== null).join();
  return { label, value, text: value === '' ? '' : t('stale.chosen') };
};

/** What a goods document says, each thing under its label. */
export const goodsFacts =
  ({ rules }: Pick<GoodsForm, 'rules'>, timeZone: string) =>
  (head: HeadDraft, lines: readonly LineDraft[]): readonly Fact[] => {
    const { settlement } = head;
    const kind = documentKinds[rules.kind];
    return [
      ...(kind.party === null ? [] : [{ label: partnerLabel(kind), text: head.partnerName }]),
      { label: t('document.time'), text: timeText(head.time, timeZone) },
      { label: t('document.number'), text: head.number },
      chosen(t('document.handler'), [head.handlerId, ...head.salespersonIds]),
      { label: t('document.remark'), text: head.remark },
      { label: t('editor.foot.discount'), text: settlement.discount.value },
      { label: t('editor.foot.otherFees'), text: settlement.otherFees },
      { label: t('editor.foot.freight'), text: settlement.freight },
      { label: paidLabelOf(kind), text: settlement.paidNow ?? '' },
      chosen(t('editor.foot.account'), [settlement.accountId]),
      ...lines
        .filter((line) => !isBlankLine(line))
        .map((line, at) => ({
          label: t('log.line', { n: line.line ?? at + 1 }),
          text: lineText(line),
          value: JSON.stringify([line.barcode, figures(line), line.remark, line.allocations]),
        })),
    ];
  };

const figures = ({ quantity, unitPrice, taxRate, warehouseId }: LineDraft) => [
  quantity,
  unitPrice,
  taxRate,
  warehouseId,
];

const lineText = (line: LineDraft): string =>
  [aboutLine(line), line.quantity, ...(line.unitPrice === '' ? [] : ['×', line.unitPrice])].join(
    ' ',
  );

/** A saved document as its form would hold it. */
export const goodsDraft = (reply: DocumentReply) => ({
  head: headFromReply(reply),
  lines: reply.lines.map(lineFromReply),
});
