import { invoices } from '@tradehouse/contract';
import { Alert } from 'antd';
import type { ReactNode } from 'react';
import { useState } from 'react';
import { callEndpoint } from '../app/net/client.ts';
import { useReadOnce } from '../app/net/readOnce.ts';
import { getNotices } from '../app/notices.ts';
import { useMay } from '../app/settings/permission.ts';
import { useSettings } from '../app/settings/settings.ts';
import { useTab } from '../app/tabs/tabs.ts';
import { todayIn } from '../control/format.ts';
import type { RecordFormProps } from '../record/listTypes.ts';
import { RecordModal } from '../record/RecordModal.tsx';
import { t } from '../phrase/index.ts';
import { BillPicker, InvoiceBills } from './invoiceBills.tsx';
import { blankDraft, draftOfInfo, findInvoiceDraftProblem, withBills } from './invoiceDraft.ts';
import type { InvoiceDraftStart, InvoiceDraft } from './invoiceDraft.ts';
import { InvoiceFields } from './invoiceFields.tsx';
import type { InvoiceBodyProps } from './invoiceFields.tsx';
import { useInvoicing } from './useInvoicing.ts';

function InvoiceFormBody(props: InvoiceBodyProps): ReactNode {
  const { draft, readOnly, onChange } = props;
  const { partnerId } = draft;
  const [picking, setPicking] = useState(false);
  const take = async (ids: readonly string[]): Promise<void> => {
    try {
      const start = await callEndpoint(invoices.startBills, { ids: ids.join(',') });
      onChange(withBills(draft, start));
      setPicking(false);
    } catch {
      // The client shows the error.
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

/** Returns the title for new, edit or view. */
const titleOfInvoiceForm = (id: string | null, readOnly: boolean, number: string): string =>
  t(readOnly ? 'form.view' : id === null ? 'form.new' : 'form.edit', {
    name: [t('record.invoice'), number].join(' ').trim(),
  });

/** Edits an invoice: printed fields and bills. */
export function InvoiceForm({
  id,
  begins,
  onClose,
}: RecordFormProps & { readonly begins?: Omit<InvoiceDraftStart, 'today'> }): ReactNode {
  const [changes, setChanges] = useState<Partial<InvoiceDraft> | null>(null);
  const [missing, setMissing] = useState<string | null>(null);
  const may = useMay();
  const { page } = useTab();
  const { timeZone } = useSettings();
  const record = useReadOnce(
    ['info', 'invoice', id],
    () => callEndpoint(invoices.infoCall, { id: id ?? '' }),
    id !== null,
  );
  const { data: info } = record;
  const blank = blankDraft({ ...begins, today: todayIn(timeZone) });
  const draft = { ...(info === undefined ? blank : draftOfInfo(info)), ...changes };
  const saving = useInvoicing(id, record, draft, () => setChanges(null));
  const readOnly = !may(page.url, '1') || info?.status === '1';
  const save = async (): Promise<boolean> => {
    const problem = findInvoiceDraftProblem(draft);
    setMissing(problem);
    if (problem !== null || !(await saving.save())) return false;
    getNotices().message.success(t('form.saved'));
    onClose(true);
    return true;
  };
  const onChange = (change: Partial<InvoiceDraft>): void => {
    setMissing(null);
    setChanges((before) => ({ ...before, ...change }));
  };
  return (
    <RecordModal
      title={titleOfInvoiceForm(id, readOnly, info?.number ?? '')}
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
      <InvoiceFormBody draft={draft} readOnly={readOnly} onChange={onChange} />
    </RecordModal>
  );
}
