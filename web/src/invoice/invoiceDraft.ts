import type { InvoiceFields, InvoiceInfo, ReplyOf, invoices } from '@tradehouse/contract';
import { decimal, toPlainDecimal, sum } from '@tradehouse/domain';
import { isDecimal } from '../control/DecimalInput.tsx';
import { labelOfColumn } from '../record/labels.ts';
import { t } from '../phrase/index.ts';

type InvoiceStartBills = ReplyOf<typeof invoices.startBills>;
/** Bill with the amount to invoice, in typed form. */
export type InvoiceBillLine = InvoiceStartBills['bills'][number] & { readonly invoiced: string };

export interface InvoiceDraft extends Pick<
  InvoiceFields,
  'direction' | 'invoiceKind' | 'number' | 'invoiceDate' | 'net' | 'tax'
> {
  readonly partnerId: string | null;
  readonly partnerName: string | undefined;
  readonly remark: string;
  readonly attachments: InvoiceInfo['attachments'];
  readonly bills: readonly InvoiceBillLine[];
}

export interface InvoiceDraftStart {
  readonly today: string;
  readonly start?: InvoiceStartBills | undefined;
  readonly direction?: InvoiceFields['direction'] | undefined;
  readonly partnerId?: string | undefined;
}

const invoiceLineFromBill = (bill: InvoiceStartBills['bills'][number]): InvoiceBillLine => ({
  ...bill,
  invoiced: bill.left ?? '',
});

/** Returns a blank invoice, or an invoice over the bills' full remaining amounts. */
export const blankDraft = ({
  today,
  start,
  direction,
  partnerId,
}: InvoiceDraftStart): InvoiceDraft => ({
  direction: start?.direction ?? direction ?? 'issued',
  invoiceKind: 'electronic',
  number: '',
  invoiceDate: today,
  partnerId: start?.partnerId ?? partnerId ?? null,
  partnerName: start?.partnerName,
  net: start?.net ?? '',
  tax: start?.tax ?? '0',
  remark: '',
  attachments: [],
  bills: start?.bills.map(invoiceLineFromBill) ?? [],
});

export const draftOfInfo = (info: InvoiceInfo): InvoiceDraft => ({
  ...info,
  net: info.net ?? '',
  tax: info.tax ?? '',
  bills: info.bills.map((bill) => ({ ...bill, invoiced: bill.invoiced ?? '' })),
});

const addInvoiceAmounts = (one: string, other: string | null): string =>
  isDecimal(one) && other !== null ? toPlainDecimal(decimal(one).plus(other)) : (other ?? one);

/** Appends bills to the draft, and adds their net and tax. */
export function withBills(draft: InvoiceDraft, start: InvoiceStartBills): Partial<InvoiceDraft> {
  return {
    bills: [...draft.bills, ...start.bills.map(invoiceLineFromBill)],
    partnerId: draft.partnerId ?? start.partnerId,
    partnerName: draft.partnerId === null ? start.partnerName : draft.partnerName,
    net: addInvoiceAmounts(draft.net || '0', start.net),
    tax: addInvoiceAmounts(draft.tax || '0', start.tax),
  };
}

/** Net and tax together; null while either is no number. */
export const grossOf = ({ net, tax }: Pick<InvoiceDraft, 'net' | 'tax'>): string | null =>
  isDecimal(net) && isDecimal(tax) ? toPlainDecimal(decimal(net).plus(tax)) : null;

/** Sums the invoiced amounts; null while an amount is not a number. */
export const coveredBy = ({ bills }: Pick<InvoiceDraft, 'bills'>): string | null =>
  bills.every(({ invoiced }) => isDecimal(invoiced))
    ? toPlainDecimal(sum(bills.map(({ invoiced }) => decimal(invoiced))))
    : null;

const labelOfInvoiceDraft = (name: string): string => labelOfColumn({ id: 'invoices' }, name);

/** Lists missing fields by name, and missing bill amounts by bill number. */
function missingIn(draft: InvoiceDraft): readonly string[] {
  const needed: readonly (readonly [name: string, said: boolean])[] = [
    ['number', draft.number.trim() !== ''],
    ['partnerName', draft.partnerId !== null],
    ['invoiceDate', draft.invoiceDate !== ''],
    ['net', isDecimal(draft.net)],
    ['tax', isDecimal(draft.tax)],
  ];
  return needed.flatMap(([name, said]) => (said ? [] : [labelOfInvoiceDraft(name)]));
}

/** Returns all reasons against saving in one message; the server checks the rest. */
export function findInvoiceDraftProblem(draft: InvoiceDraft): string | null {
  const missing = missingIn(draft);
  const bills = draft.bills.flatMap(({ invoiced, number }) =>
    isDecimal(invoiced) ? [] : [number],
  );
  const parts = [
    ...(missing.length > 0 ? [t('form.missing', { name: missing.join(t('list.and')) })] : []),
    ...(bills.length > 0 ? [t('invoice.partMissing', { number: bills.join(t('list.and')) })] : []),
  ];
  return parts.length === 0 ? null : parts.join(' ');
}

/** Builds the body of a draft without problems. */
export const toInvoiceFields = ({ bills, attachments, ...draft }: InvoiceDraft): InvoiceFields => ({
  direction: draft.direction,
  invoiceKind: draft.invoiceKind,
  number: draft.number.trim(),
  invoiceDate: draft.invoiceDate,
  partnerId: draft.partnerId ?? '',
  net: draft.net,
  tax: draft.tax,
  remark: draft.remark,
  attachments: attachments.map(({ id }) => id),
  bills: bills.map(({ documentId, invoiced }) => ({ documentId, amount: invoiced })),
});
