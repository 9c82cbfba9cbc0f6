import type { DocumentReply, MoneyDocumentInput } from '@tradehouse/contract';
import { ownCurrency } from '../../app/settings/settings.ts';

type Attachments = NonNullable<MoneyDocumentInput['attachments']>;

/** Head fields common to goods and money drafts. */
export interface CommonHead {
  /** Null until saved. */
  readonly id: string | null;
  readonly version: number | null;
  /** '' if the server assigns the number on save. */
  readonly number: string;
  /** An ISO instant; null is the moment of saving. */
  readonly time: string | null;
  readonly partnerId: string | null;
  readonly partnerName: string;
  readonly handlerId: string | null;
  /** '' is the company's own; for a foreign currency the rate is one unit's value in own currency. */
  readonly currency: string;
  readonly exchangeRate: string;
  readonly remark: string;
  readonly attachments: Attachments;
}

export const blankCommon: CommonHead = {
  id: null,
  version: null,
  number: '',
  time: null,
  partnerId: null,
  partnerName: '',
  handlerId: null,
  currency: '',
  exchangeRate: '',
  remark: '',
  attachments: [],
};

/** The company's own money needs no name. */
export const currencyFromReply = ({
  currency,
  exchangeRate,
}: {
  readonly currency: string | null;
  readonly exchangeRate: string | null;
}): Pick<CommonHead, 'currency' | 'exchangeRate'> =>
  currency === null || exchangeRate === null || currency === ownCurrency()
    ? { currency: '', exchangeRate: '' }
    : { currency, exchangeRate };

/**
 * Returns currency and rate of a request body. A saved document keeps an omitted currency, so even the own
 * currency is sent.
 */
export function currencyInput({
  currency,
  exchangeRate,
}: Pick<CommonHead, 'currency' | 'exchangeRate'>): {
  readonly currency: string;
  readonly exchangeRate?: string;
} {
  if (exchangeRate !== '')
    return { currency: currency === '' ? ownCurrency() : currency, exchangeRate };
  const isOwn = currency === '' || currency === ownCurrency();
  return isOwn ? { currency: ownCurrency(), exchangeRate: '1' } : { currency };
}

export const commonFromReply = (reply: DocumentReply): CommonHead => ({
  id: reply.id,
  version: reply.version,
  number: reply.number,
  time: reply.time,
  partnerId: reply.partnerId,
  partnerName: reply.partnerName,
  handlerId: reply.handlerId,
  ...currencyFromReply(reply),
  remark: reply.remark,
  attachments: reply.attachments,
});
