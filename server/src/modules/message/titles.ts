import { isKeyOf } from '@tradehouse/domain';
import type { toldTypes } from '@tradehouse/contract';
import type { Language } from '../../kernel/index.ts';

type Names = Readonly<Record<Language, string>>;
export type ToldType = (typeof toldTypes)[number];

/** What the product tells by itself, besides what waits for review. */
const words = {
  purchaseRejected: { 'zh-cn': '采购被驳回', en: 'Purchase rejected' },
  stockMinimum: { 'zh-cn': '库存低于下限', en: 'Stock below its minimum' },
  stockExpiring: { 'zh-cn': '批次临近有效期', en: 'Lots near their expiry' },
  stockExpired: { 'zh-cn': '批次已过期', en: 'Lots past their expiry' },
  receivableDue: { 'zh-cn': '应收到期', en: 'To be collected' },
  payableDue: { 'zh-cn': '应付到期', en: 'To be paid' },
  webhookOff: { 'zh-cn': 'Webhook 已停用', en: 'Webhook switched off' },
  viewArrived: { 'zh-cn': '定时视图', en: 'Saved view' },
} as const satisfies Readonly<Record<ToldType, Names>>;

/** Parts the words of both languages from the rest; no one types it. */
const PARTED = ' \u2014 ';

/** What is kept as the title: it is searched by, in whichever language. */
export const keptTitle = (type: ToldType, text: string): string =>
  `${words[type]['zh-cn']} ${words[type].en}${PARTED}${text}`;

/** The title in the reader's language; null where the product has no words for the type. */
export function toldTitle(type: string, title: string, language: Language): string | null {
  const names = isKeyOf(words, type) ? words[type] : undefined;
  const at = title.indexOf(PARTED);
  return names === undefined || at < 0
    ? null
    : `${names[language]}: ${title.slice(at + PARTED.length)}`;
}
