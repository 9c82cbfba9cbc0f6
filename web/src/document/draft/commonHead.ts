import type { DocumentReply, MoneyDocumentInput } from '@tradehouse/contract';
import { ownCurrency } from '../../app/settings/settings.ts';

type Attachments = NonNullable<MoneyDocumentInput['attachments']>;

/** What the head of a document of goods and of one of money have alike while they are being written. */
export interface CommonHead {
  /** Null until it was saved. */
  readonly id: string | null;
  readonly version: number | null;
  /** '' where the server numbers it while saving. */
  readonly number: string;
  /** An ISO instant; null is the moment of saving. */
  readonly time: string | null;
  readonly partnerId: string | null;
  readonly partnerName: string;
  readonly handlerId: string | null;
  /** '' is the company's own; with another the rate says how much of the own one is one of it. */
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

/** Currency and rate of a request body. A saved document keeps a currency that the body lacks, so even the own is sent. */
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
