import { choiceLabel, documentTables, plainFieldsAt, plainLine } from '@tradehouse/contract';
import type { DocumentReply, PlainHead } from '@tradehouse/contract';
import { documentKinds } from '@tradehouse/domain';
import type { GoodsKindCode } from '@tradehouse/domain';
import { language } from '../../app/session/language.ts';
import { t } from '../../phrase/index.ts';
import { labelOf } from '../../record/labels.ts';
import type { LineDraft } from '../draft/lineDraft.ts';
import { aboutLine, isBlankLine, lineFromReply } from '../draft/lineDraft.ts';
import { besideLabelsOf, paidLabelOf } from '../settlement/sides.ts';
import type { Fact } from '../../control/conflict.ts';
import { partnerLabel } from '../form/DocumentHead.tsx';
import type { HeadDraft } from '../draft/headDraft.ts';
import { headFromReply } from '../draft/headDraft.ts';
import type { Part, SettlementDraft } from '../draft/settlement.ts';
import { chosen, factsOf, toldByAll } from '../form/facts.ts';
import type { Told } from '../form/facts.ts';

/** What plain fields and the foot say is told by themselves. */
type Silent =
  | 'id'
  | 'version'
  | 'partnerId'
  | 'prepayment'
  | 'bonus'
  | 'depositLeft'
  | 'agreed'
  | 'settlement'
  | keyof PlainHead;

const toldByHead = (code: GoodsKindCode, timeZone: string): Told<HeadDraft, Silent> => ({
  partnerName: ({ partnerName }) => ({
    label: partnerLabel(documentKinds[code]),
    text: partnerName,
  }),
  ...toldByAll(timeZone),
  salespersonIds: ({ salespersonIds }) => chosen(t('document.salespeople'), salespersonIds),
  activityId: ({ activityId }) => chosen(t('activity.head'), [activityId]),
  paymentKind: ({ paymentKind }) => ({
    label: labelOf(documentTables[code], 'paymentKind'),
    text: paymentKind === null ? '' : choiceLabel(language, 'paymentKind', paymentKind),
  }),
  dueOn: ({ dueOn }) => ({ label: labelOf(documentTables[code], 'dueOn'), text: dueOn ?? '' }),
  travels: ({ travels }) => ({
    label: t('document.travels'),
    text: t(`document.travels.${travels ? 'twoSteps' : 'atOnce'}`),
  }),
});

const toldByPlainFields = (code: GoodsKindCode, head: PlainHead): readonly Fact[] =>
  (['head', 'more'] as const)
    .flatMap((at) => plainFieldsAt(code, at))
    .map((name) => ({ label: labelOf(documentTables[code], name), text: head[name] ?? '' }));

const partText = ({ by, value }: Part): string =>
  value === '' || by === 'amount' ? value : `${value}%`;

const toldByFoot = (code: GoodsKindCode): Told<SettlementDraft, 'paidFor' | 'agreedDiscounts'> => ({
  discount: ({ discount }) => ({ label: t('editor.foot.discount'), text: partText(discount) }),
  service: ({ service }) => ({ label: t('editor.foot.service'), text: partText(service) }),
  services: ({ services }) => ({
    label: t('editor.foot.services'),
    text: services.map(({ name, quantity, fee }) => `${name} ${quantity} × ${fee}`).join(', '),
  }),
  otherFees: ({ otherFees }) => ({ label: t('editor.foot.otherFees'), text: otherFees }),
  freight: ({ freight }) => ({ label: t('editor.foot.freight'), text: freight }),
  allocateBy: ({ allocateBy }) => ({
    label: t('editor.foot.allocateBy'),
    text: t(`editor.foot.allocateBy.${allocateBy}`),
  }),
  depositUsed: ({ depositUsed }) => ({
    label: t('editor.foot.deposit'),
    text: depositUsed ?? '',
  }),
  paidNow: ({ paidNow }) => ({ label: paidLabelOf(documentKinds[code]), text: paidNow ?? '' }),
  accountId: ({ accountId }) => chosen(t('editor.foot.account'), [accountId]),
  settlements: ({ settlements }) => ({
    label: t('editor.accounts.title'),
    text: settlements.map(({ amount }) => amount).join(' + '),
    value: JSON.stringify(settlements),
  }),
  payment: ({ payment }) => ({
    label: t('document.payment'),
    text: choiceLabel(language, 'payment', payment),
  }),
  prepaid: ({ prepaid }) => ({
    label: besideLabelsOf(documentKinds[code]).part,
    text: prepaid ?? '',
  }),
  received: ({ received }) => ({ label: t('editor.cash.received'), text: received ?? '' }),
});

/** What a goods document says, each thing under its label. */
export const goodsFacts =
  (code: GoodsKindCode, timeZone: string) =>
  (head: HeadDraft, lines: readonly LineDraft[]): readonly Fact[] => [
    ...factsOf(toldByHead(code, timeZone), head),
    ...toldByPlainFields(code, head),
    ...factsOf(toldByFoot(code), head.settlement),
    ...lines
      .filter((line) => !isBlankLine(line))
      .map((line, at) => ({
        label: t('log.line', { n: line.line ?? at + 1 }),
        text: lineText(line),
        value: JSON.stringify([
          line.barcode,
          figures(line),
          plainLine.given(line),
          line.allocations,
        ]),
      })),
  ];

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
