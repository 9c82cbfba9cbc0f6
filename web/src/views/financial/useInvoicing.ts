import { invoices } from '@tradehouse/contract';
import type { InvoiceInfo } from '@tradehouse/contract';
import { call } from '../../app/net/client.ts';
import type { ReadOnce } from '../../app/net/readOnce.ts';
import { useSettings } from '../../app/settings/settings.ts';
import { meetConflict } from '../../record/conflict.ts';
import { labelOf } from '../../record/labels.ts';
import { sidesOf } from '../../record/recordFacts.ts';
import type { FactField } from '../../record/recordFacts.ts';
import type { Values } from '../../record/recordTypes.ts';
import { useSaving } from '../../record/saving.ts';
import { t } from '../../phrase/index.ts';
import { bodyOf, draftOfInfo } from './invoiceDraft.ts';
import type { Draft } from './invoiceDraft.ts';

const label = (name: string): string => labelOf(invoices.table, name);

const factFields = (): readonly FactField[] => [
  ...['number', 'invoiceKind', 'invoiceDate', 'partnerName', 'net', 'tax', 'remark'].map(
    (name) => ({ name, label: label(name) }),
  ),
  {
    name: 'bills',
    label: label('billNumbers'),
    row: { called: 'number', parts: [{ name: 'invoiced', label: t('invoice.part') }] },
  },
];

/** Saves an invoice; where somebody else saved it meanwhile, that is shown and asked first. */
export function useInvoicing(
  id: string | null,
  record: ReadOnce<InvoiceInfo>,
  draft: Draft,
  onTheirs: () => void,
) {
  const { busy, refusal, run } = useSaving();
  const { timeZone } = useSettings();
  const { data: info } = record;
  const facts = (newer: InvoiceInfo) => {
    const sides = [draftOfInfo(info ?? newer), draftOfInfo(newer), draft] as const;
    const [before, theirs, mine] = sides.map((side): Values => ({ ...side }));
    return sidesOf(factFields(), before ?? {}, theirs ?? {}, mine ?? {});
  };
  const save = (): Promise<boolean> =>
    run(
      async (key, over: InvoiceInfo | undefined = info) => {
        const body = bodyOf(draft);
        const options = { key, quiet: true };
        return id === null
          ? call(invoices.add, body, options)
          : call(invoices.update, { ...body, id, version: over?.version ?? 0 }, options);
      },
      () => false,
      (by) => meetConflict({ record, timeZone, facts, onTheirs }, by),
    );
  return { busy, refusal, save };
}
