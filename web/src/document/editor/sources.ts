import type { ReplyOf, documentToConvert } from '@tradehouse/contract';
import { getNotices } from '../../app/notices.ts';
import { t } from '../../phrase/index.ts';
import { keptDigitsIn } from '../draft/keptDigits.ts';
import { isUntouchedLine } from '../draft/lineDraft.ts';
import type { LineDraft } from '../draft/lineDraft.ts';
import { priceLine } from '../draft/priced.ts';
import type { HeadDraft } from '../draft/headDraft.ts';
import { convertedHead, convertedLines } from '../form/start.ts';
import type { Defaults } from '../form/start.ts';
import type { GoodsForm } from './useGoodsForm.ts';

export const sourceNumbersOfLines = (lines: readonly LineDraft[]): string =>
  [...new Set(lines.flatMap(({ source }) => (source === null ? [] : [source.number])))].join(', ');

export const sourceLinesOf = (lines: readonly LineDraft[]): ReadonlySet<string> =>
  new Set(
    lines.flatMap(({ source }) => (source === null ? [] : [`${source.documentId} ${source.line}`])),
  );

/** Returns head fields from a first source; a remark or account entered in the form wins. */
const headOfSource = (from: HeadDraft, head: HeadDraft): Partial<HeadDraft> => ({
  salespersonIds: from.salespersonIds,
  ...(from.currency === '' ? {} : { currency: from.currency, exchangeRate: from.exchangeRate }),
  depositLeft: from.depositLeft,
  keptDigits: from.keptDigits,
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

/** Returns head fields from a further source: agreed discounts and services, unless a discount was typed. */
function headOfFurther(
  from: HeadDraft,
  { settlement, keptDigits = [] }: HeadDraft,
): Partial<HeadDraft> {
  // Drafts of older versions lack kept decimals and agreed discounts.
  const { discount, agreedDiscounts = [], services } = settlement;
  const known = new Set(agreedDiscounts.map(({ documentId }) => documentId));
  const fresh = from.settlement.agreedDiscounts.filter(({ documentId }) => !known.has(documentId));
  const isTyped = discount.by !== 'agreed' && discount.value !== '';
  const agrees = from.settlement.discount.by === 'agreed';
  return {
    keptDigits: [...keptDigits, ...from.keptDigits],
    settlement: {
      ...settlement,
      discount: isTyped || !agrees ? discount : from.settlement.discount,
      agreedDiscounts: [...agreedDiscounts, ...fresh],
      services: fresh.length === 0 ? services : [...services, ...from.settlement.services],
    },
  };
}

/** Adds the remainder of source documents to the form. */
export function takeSource(
  {
    head,
    setHead,
    store,
    rules,
    convertPrices,
  }: Pick<GoodsForm, 'head' | 'setHead' | 'store' | 'rules' | 'convertPrices'>,
  reply: ReplyOf<typeof documentToConvert>,
  defaults: Defaults,
): void {
  const { currency, digits } = rules.pricing;
  const kept = keptDigitsIn(reply.keptDigits, currency);
  const pricing = { ...rules.pricing, digits: Math.max(digits, kept) };
  const lines = convertedLines(rules.kind, reply, defaults).map((line) => priceLine(line, pricing));
  const present = store.values().filter((line) => !isUntouchedLine(line));
  const from = convertedHead(rules.kind, reply, defaults);
  // A second document adds its lines, discounts and services; the rest of the head remains.
  const further = present.some(({ source }) => source !== null);
  if (further && reply.partnerId !== null && from.currency !== head.currency) {
    void getNotices().message.error(t('document.link.otherCurrency'));
    return;
  }
  const next = further ? headOfFurther(from, head) : headOfSource(from, head);
  store.change((grid) => ({ ...grid, focus: null, anchor: null }));
  store.reset([...present, ...lines]);
  if (reply.currency === null && head.currency !== '') convertPrices();
  const { partnerId, partnerName } = from;
  // A suggested supplier gives way to the chosen supplier.
  const named = partnerId !== null && (reply.partnerId !== null || head.partnerId === null);
  setHead({ ...next, ...(named ? { partnerId, partnerName } : {}) });
}
