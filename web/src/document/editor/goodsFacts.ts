import { choiceLabel, documentTables, plainFieldsAt, plainLine } from '@tradehouse/contract';
import type { DocumentReply, PlainHead } from '@tradehouse/contract';
import { documentKinds } from '@tradehouse/domain';
import type { GoodsKindCode } from '@tradehouse/domain';
import { language } from '../../app/session/language.ts';
import { t } from '../../phrase/index.ts';
import { labelOfColumn } from '../../record/labels.ts';
import type { LineDraft } from '../draft/lineDraft.ts';
import { aboutLine, isBlankLine, lineFromReply } from '../draft/lineDraft.ts';
import { besideLabelsOf, handedLabelOf, paidLabelOf } from '../settlement/sides.ts';
import type { ConflictFact } from '../../control/conflict.ts';
import { partnerLabel } from '../form/DocumentHead.tsx';
import type { HeadDraft } from '../draft/headDraft.ts';
import { headFromReply } from '../draft/headDraft.ts';
import type { SettlementPart, SettlementDraft } from '../draft/settlement.ts';
import { factOfChosenIds, factsOfDraft, toldByAll } from '../form/facts.ts';
import type { ConflictFactMap } from '../form/facts.ts';

/** Fields shown by plain fields and the foot. */
type Silent =
  | 'id'
  | 'version'
  | 'partnerId'
  | 'prepayment'
  | 'bonus'
  | 'depositLeft'
  | 'keptDigits'
  | 'agreed'
  | 'settlement'
  | keyof PlainHead;

const buildGoodsHeadFacts = (
  code: GoodsKindCode,
  timeZone: string,
): ConflictFactMap<HeadDraft, Silent> => ({
  partnerName: ({ partnerName }) => ({
    label: partnerLabel(documentKinds[code]),
    text: partnerName,
  }),
  ...toldByAll(timeZone),
  salespersonIds: ({ salespersonIds }) =>
    factOfChosenIds(t('document.salespeople'), salespersonIds),
  activityId: ({ activityId }) => factOfChosenIds(t('activity.head'), [activityId]),
  paymentKind: ({ paymentKind }) => ({
    label: labelOfColumn(documentTables[code], 'paymentKind'),
    text: paymentKind === null ? '' : choiceLabel(language, 'paymentKind', paymentKind),
  }),
  dueOn: ({ dueOn }) => ({
    label: labelOfColumn(documentTables[code], 'dueOn'),
    text: dueOn ?? '',
  }),
  travels: ({ travels }) => ({
    label: t('document.travels'),
    text: t(`document.travels.${travels ? 'twoSteps' : 'atOnce'}`),
  }),
});

const toldByPlainFields = (code: GoodsKindCode, head: PlainHead): readonly ConflictFact[] =>
  (['head', 'more'] as const)
    .flatMap((at) => plainFieldsAt(code, at))
    .map((name) => ({ label: labelOfColumn(documentTables[code], name), text: head[name] ?? '' }));

const partText = ({ by, value }: SettlementPart): string =>
  value === '' || by === 'amount' ? value : `${value}%`;

const toldByFoot = (
  code: GoodsKindCode,
): ConflictFactMap<SettlementDraft, 'paidFor' | 'agreedDiscounts'> => ({
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
  accountId: ({ accountId }) => factOfChosenIds(t('editor.foot.account'), [accountId]),
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
  received: ({ received }) => ({ label: handedLabelOf(documentKinds[code]), text: received ?? '' }),
});

export const goodsFacts =
  (code: GoodsKindCode, timeZone: string) =>
  (head: HeadDraft, lines: readonly LineDraft[]): readonly ConflictFact[] => [
    ...factsOfDraft(buildGoodsHeadFacts(code, timeZone), head),
    ...toldByPlainFields(code, head),
    ...factsOfDraft(toldByFoot(code), head.settlement),
    ...lines
      .filter((line) => !isBlankLine(line))
      .map((line, at) => ({
        label: t('log.line', { n: line.line ?? at + 1 }),
        text: toGoodsLineText(line),
        value: JSON.stringify([
          line.barcode,
          listComparedFigures(line),
          plainLine.given(line),
          line.allocations,
        ]),
      })),
  ];

const listComparedFigures = ({ quantity, unitPrice, taxRate, warehouseId }: LineDraft) => [
  quantity,
  unitPrice,
  taxRate,
  warehouseId,
];

const toGoodsLineText = (line: LineDraft): string =>
  [aboutLine(line), line.quantity, ...(line.unitPrice === '' ? [] : ['×', line.unitPrice])].join(
    ' ',
  );

/** Returns a saved document as form content. */
export const goodsDraftFromReply = (reply: DocumentReply) => ({
  head: headFromReply(reply),
  lines: reply.lines.map(lineFromReply),
});
