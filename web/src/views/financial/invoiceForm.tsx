import { invoices } from '@tradehouse/contract';
import { Alert } from 'antd';
import type { ReactNode } from 'react';
import { useState } from 'react';
import { call } from '../../app/net/client.ts';
import { useReadOnce } from '../../app/net/readOnce.ts';
import { notices } from '../../app/notices.ts';
import { useMay } from '../../app/settings/permission.ts';
import { useSettings } from '../../app/settings/settings.ts';
import { useTab } from '../../app/tabs/tabs.ts';
import { todayIn } from '../../control/format.ts';
import type { FormProps } from '../../record/listTypes.ts';
import { RecordModal } from '../../record/RecordModal.tsx';
import { t } from '../../phrase/index.ts';
import { BillPicker, InvoiceBills } from './invoiceBills.tsx';
import { blankDraft, draftOfInfo, problemOf, withBills } from './invoiceDraft.ts';
import type { Beginning, Draft } from './invoiceDraft.ts';
import { InvoiceFields } from './invoiceFields.tsx';
import type { BodyProps } from './invoiceFields.tsx';
import { useInvoicing } from './useInvoicing.ts';

function Body(props: BodyProps): ReactNode {
  const { draft, readOnly, onChange } = props;
  const { partnerId } = draft;
  const [picking, setPicking] = useState(false);
  const take = async (ids: readonly string[]): Promise<void> => {
    try {
      const start = await call(invoices.startBills, { ids: ids.join(',') });
      onChange(withBills(draft, start));
      setPicking(false);
    } catch {
      // The client has said what went wrong.
    }
  };
  return (
    <>
      <InvoiceFields {...props} />
      <InvoiceBills
        bills={draft.bills}
        readOnly={readOnly}
        onChange={(bills) => onChange({ bills })}
        onPick={partnerId === null ? null : () => setPicking(true)}
      />
      {picking && partnerId !== null ? (
        <BillPicker
          direction={draft.direction}
          partnerId={partnerId}
          taken={new Set(draft.bills.map(({ documentId }) => documentId))}
          onTake={(ids) => void take(ids)}
          onClose={() => setPicking(false)}
        />
      ) : null}
    </>
  );
}

/** What is being done with an invoice, and whether it can be changed here. */
const titleOf = (id: string | null, readOnly: boolean, number: string): string =>
  t(readOnly ? 'form.view' : id === null ? 'form.new' : 'form.edit', {
    name: [t('record.invoice'), number].join(' ').trim(),
  });

/** An invoice: what stands on the paper, and which bills it is of. */
export function InvoiceForm({
  id,
  begins,
  onClose,
}: FormProps & { readonly begins?: Omit<Beginning, 'today'> }): ReactNode {
  const [changes, setChanges] = useState<Partial<Draft> | null>(null);
  const [missing, setMissing] = useState<string | null>(null);
  const may = useMay();
  const { page } = useTab();
  const { timeZone } = useSettings();
  const record = useReadOnce(
    ['info', 'invoice', id],
    () => call(invoices.infoCall, { id: id ?? '' }),
    id !== null,
  );
  const { data: info } = record;
  const blank = blankDraft({ ...begins, today: todayIn(timeZone) });
  const draft = { ...(info === undefined ? blank : draftOfInfo(info)), ...changes };
  const saving = useInvoicing(id, record, draft, () => setChanges(null));
  const readOnly = !may(page.url, '1') || info?.status === '1';
  const save = async (): Promise<boolean> => {
    const problem = problemOf(draft);
    setMissing(problem);
    if (problem !== null || !(await saving.save())) return false;
    notices().message.success(t('form.saved'));
    onClose(true);
    return true;
  };
  const onChange = (change: Partial<Draft>): void => {
    setMissing(null);
    setChanges((before) => ({ ...before, ...change }));
  };
  return (
    <RecordModal
      title={titleOf(id, readOnly, info?.number ?? '')}
      width={1000}
      dirty={changes !== null}
      loading={id !== null && info === undefined}
      busy={saving.busy}
      readOnly={readOnly}
      refusal={saving.refusal}
      onSave={save}
      onClose={() => onClose(false)}
    >
      {missing === null ? null : (
        <Alert type="warning" showIcon className="gap-below" title={missing} />
      )}
      {info?.status === '1' ? (
        <Alert
          type="info"
          showIcon
          className="gap-below"
          title={t('invoice.isVoid', { reason: info.voidReason })}
        />
      ) : null}
      <Body draft={draft} readOnly={readOnly} onChange={onChange} />
    </RecordModal>
  );
}
