import type { ReplyOf, documentToConvert } from '@tradehouse/contract';
import { notices } from '../../app/notices.ts';
import { t } from '../../phrase/index.ts';
import { isBlankLine } from '../draft/lineDraft.ts';
import type { LineDraft } from '../draft/lineDraft.ts';
import { priced } from '../draft/priced.ts';
import type { HeadDraft } from '../draft/headDraft.ts';
import { convertedHead, convertedLines } from '../form/start.ts';
import { convertAll } from '../lines/lineService.ts';
import type { Defaults } from '../form/start.ts';
import type { GoodsForm } from './useGoodsForm.ts';

/** The numbers of the documents that lines were made from. */
export const sourceNumbersOf = (lines: readonly LineDraft[]): string =>
  [...new Set(lines.flatMap(({ source }) => (source === null ? [] : [source.number])))].join(', ');

/** The source lines that stand on a document already. */
export const sourceLinesOf = (lines: readonly LineDraft[]): ReadonlySet<string> =>
  new Set(
    lines.flatMap(({ source }) => (source === null ? [] : [`${source.documentId} ${source.line}`])),
  );

/** What a first source brings to the head; the remark and account of the form win where they were given. */
const headOfSource = (from: HeadDraft, head: HeadDraft): Partial<HeadDraft> => ({
  salespersonIds: from.salespersonIds,
  ...(from.currency === '' ? {} : { currency: from.currency, exchangeRate: from.exchangeRate }),
  depositLeft: from.depositLeft,
  remark: head.remark === '' ? from.remark : head.remark,
  settlement: {
    ...head.settlement,
    discount: from.settlement.discount,
    agreedDiscounts: from.settlement.agreedDiscounts,
    services: from.settlement.services,
    depositUsed: from.settlement.depositUsed,
    accountId: from.settlement.accountId ?? head.settlement.accountId,
    payment: from.settlement.payment,
  },
});

/** A further source adds the discounts and services that it agreed on, unless a discount was typed. */
function headOfFurther(from: HeadDraft, { settlement }: HeadDraft): Partial<HeadDraft> {
  // A draft that an older version kept in the browser has no agreed discounts.
  const { discount, agreedDiscounts = [], services } = settlement;
  const known = new Set(agreedDiscounts.map(({ documentId }) => documentId));
  const fresh = from.settlement.agreedDiscounts.filter(({ documentId }) => !known.has(documentId));
  const isTyped = discount.by !== 'agreed' && discount.value !== '';
  const agrees = from.settlement.discount.by === 'agreed';
  return {
    settlement: {
      ...settlement,
      discount: isTyped || !agrees ? discount : from.settlement.discount,
      agreedDiscounts: [...agreedDiscounts, ...fresh],
      services: fresh.length === 0 ? services : [...services, ...from.settlement.services],
    },
  };
}

/** Goes on with what is left of source documents. */
export function takeSource(
  { head, setHead, store, rules, world }: GoodsForm,
  reply: ReplyOf<typeof documentToConvert>,
  defaults: Defaults,
): void {
  const lines = convertedLines(rules.kind, reply, defaults).map((line) =>
    priced(line, rules.pricing),
  );
  const kept = store.values().filter((line) => !isBlankLine(line));
  const from = convertedHead(rules.kind, reply, defaults);
  // A second document adds its lines, discounts and services; what else the head has stays.
  const further = kept.some(({ source }) => source !== null);
  if (further && reply.partnerId !== null && from.currency !== head.currency) {
    void notices().message.error(t('document.link.otherCurrency'));
    return;
  }
  const next = further ? headOfFurther(from, head) : headOfSource(from, head);
  store.change((grid) => ({ ...grid, focus: null, anchor: null }));
  store.reset([...kept, ...lines]);
  if (reply.currency === null && head.currency !== '')
    void convertAll(store, world).catch(() => undefined);
  const { partnerId, partnerName } = from;
  // A supplier that is only suggested gives way to the one that was chosen.
  const named = partnerId !== null && (reply.partnerId !== null || head.partnerId === null);
  setHead({ ...next, ...(named ? { partnerId, partnerName } : {}) });
}
