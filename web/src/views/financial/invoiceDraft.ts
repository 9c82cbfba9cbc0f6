import type { InvoiceFields, InvoiceInfo, ReplyOf, invoices } from '@tradehouse/contract';
import { decimal, plain, sum } from '@tradehouse/domain';
import { isDecimal } from '../../control/DecimalInput.tsx';
import { labelOf } from '../../record/labels.ts';
import { t } from '../../phrase/index.ts';

type Start = ReplyOf<typeof invoices.startBills>;
/** A bill with what the invoice is to have of it, as it is typed. */
export type BillLine = Start['bills'][number] & { readonly invoiced: string };

/** An invoice as it is typed. */
export interface Draft extends Pick<
  InvoiceFields,
  'direction' | 'invoiceKind' | 'number' | 'invoiceDate' | 'net' | 'tax'
> {
  readonly partnerId: string | null;
  readonly partnerName: string | undefined;
  readonly remark: string;
  readonly attachments: InvoiceInfo['attachments'];
  readonly bills: readonly BillLine[];
}

/** What a new invoice begins with. */
export interface Beginning {
  readonly today: string;
  readonly start?: Start | undefined;
  readonly direction?: InvoiceFields['direction'] | undefined;
  readonly partnerId?: string | undefined;
}

const lineOf = (bill: Start['bills'][number]): BillLine => ({ ...bill, invoiced: bill.left ?? '' });

/** A blank invoice, or one begun from bills: all that is left of them. */
export const blankDraft = ({ today, start, direction, partnerId }: Beginning): Draft => ({
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
  bills: start?.bills.map(lineOf) ?? [],
});

export const draftOfInfo = (info: InvoiceInfo): Draft => ({
  ...info,
  net: info.net ?? '',
  tax: info.tax ?? '',
  bills: info.bills.map((bill) => ({ ...bill, invoiced: bill.invoiced ?? '' })),
});

const added = (one: string, other: string | null): string =>
  isDecimal(one) && other !== null ? plain(decimal(one).plus(other)) : (other ?? one);

/** Bills behind those that are there, with their net and tax. */
export function withBills(draft: Draft, start: Start): Partial<Draft> {
  return {
    bills: [...draft.bills, ...start.bills.map(lineOf)],
    partnerId: draft.partnerId ?? start.partnerId,
    partnerName: draft.partnerId === null ? start.partnerName : draft.partnerName,
    net: added(draft.net || '0', start.net),
    tax: added(draft.tax || '0', start.tax),
  };
}

/** Net and tax together; null while either is no number. */
export const grossOf = ({ net, tax }: Pick<Draft, 'net' | 'tax'>): string | null =>
  isDecimal(net) && isDecimal(tax) ? plain(decimal(net).plus(tax)) : null;

/** What the invoice has of its bills together; null while a part is no number. */
export const coveredBy = ({ bills }: Pick<Draft, 'bills'>): string | null =>
  bills.every(({ invoiced }) => isDecimal(invoiced))
    ? plain(sum(bills.map(({ invoiced }) => decimal(invoiced))))
    : null;

const label = (name: string): string => labelOf({ id: 'invoices' }, name);

/** What is not said yet, by its name; a part of a bill by the bill's number. */
function missingIn(draft: Draft): readonly string[] {
  const needed: readonly (readonly [name: string, said: boolean])[] = [
    ['number', draft.number.trim() !== ''],
    ['partnerName', draft.partnerId !== null],
    ['invoiceDate', draft.invoiceDate !== ''],
    ['net', isDecimal(draft.net)],
    ['tax', isDecimal(draft.tax)],
  ];
  return needed.flatMap(([name, said]) => (said ? [] : [label(name)]));
}

/** What keeps anyone from saving it, all of it at once; the server checks the rest. */
export function problemOf(draft: Draft): string | null {
  const missing = missingIn(draft);
  const bills = draft.bills.flatMap(({ invoiced, number }) =>
    isDecimal(invoiced) ? [] : [number],
  );
  const told = [
    ...(missing.length > 0 ? [t('form.missing', { name: missing.join(t('list.and')) })] : []),
    ...(bills.length > 0 ? [t('invoice.partMissing', { number: bills.join(t('list.and')) })] : []),
  ];
  return told.length === 0 ? null : told.join(' ');
}

/** The body that saves it, once nothing is wrong. */
export const bodyOf = ({ bills, attachments, ...draft }: Draft): InvoiceFields => ({
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
