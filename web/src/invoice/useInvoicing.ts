import { invoices } from '@tradehouse/contract';
import type { InvoiceInfo } from '@tradehouse/contract';
import { callEndpoint } from '../app/net/client.ts';
import type { ReadOnce } from '../app/net/readOnce.ts';
import { useSettings } from '../app/settings/settings.ts';
import { meetConflict } from '../record/conflict.ts';
import { labelOfColumn } from '../record/labels.ts';
import { sidesOf } from '../record/recordFacts.ts';
import type { FactField } from '../record/recordFacts.ts';
import type { RecordValues } from '../record/recordTypes.ts';
import { useFormSaving } from '../record/saving.ts';
import { t } from '../phrase/index.ts';
import { toInvoiceFields, draftOfInfo } from './invoiceDraft.ts';
import type { InvoiceDraft } from './invoiceDraft.ts';

const labelOfInvoiceFact = (name: string): string => labelOfColumn(invoices.table, name);

const listInvoiceFactFields = (): readonly FactField[] => [
  ...['number', 'invoiceKind', 'invoiceDate', 'partnerName', 'net', 'tax', 'remark'].map(
    (name) => ({ name, label: labelOfInvoiceFact(name) }),
  ),
  {
    name: 'bills',
    label: labelOfInvoiceFact('billNumbers'),
    row: { called: 'number', parts: [{ name: 'invoiced', label: t('invoice.part') }] },
  },
];

/** Saves an invoice; shows and asks first if another user saved meanwhile. */
export function useInvoicing(
  id: string | null,
  record: ReadOnce<InvoiceInfo>,
  draft: InvoiceDraft,
  onTheirs: () => void,
) {
  const { busy, refusal, run } = useFormSaving();
  const { timeZone } = useSettings();
  const { data: info } = record;
  const facts = (newer: InvoiceInfo) => {
    const sides = [draftOfInfo(info ?? newer), draftOfInfo(newer), draft] as const;
    const [before, theirs, mine] = sides.map((side): RecordValues => ({ ...side }));
    return sidesOf(listInvoiceFactFields(), before ?? {}, theirs ?? {}, mine ?? {});
  };
  const save = (): Promise<boolean> =>
    run(
      async (key, over: InvoiceInfo | undefined = info) => {
        const body = toInvoiceFields(draft);
        const options = { key, quiet: true };
        return id === null
          ? callEndpoint(invoices.add, body, options)
          : callEndpoint(invoices.update, { ...body, id, version: over?.version ?? 0 }, options);
      },
      () => false,
      (by) => meetConflict({ record, timeZone, facts, onTheirs }, by),
    );
  return { busy, refusal, save };
}
