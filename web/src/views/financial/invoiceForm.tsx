import { invoiceDirections, invoiceKinds } from '@tradehouse/domain';
import { invoices } from '@tradehouse/contract';
import type { InvoiceInfo } from '@tradehouse/contract';
import { Alert, DatePicker, Form, Input, Select } from 'antd';
import dayjs from 'dayjs';
import type { ReactNode } from 'react';
import { useState } from 'react';
import { call } from '../../app/net/client.ts';
import { useReadOnce } from '../../app/net/readOnce.ts';
import type { ReadOnce } from '../../app/net/readOnce.ts';
import { notices } from '../../app/notices.ts';
import { useMay } from '../../app/settings/permission.ts';
import { useSettings } from '../../app/settings/settings.ts';
import { useTab } from '../../app/tabs/tabs.ts';
import { Attachments } from '../../control/Attachments.tsx';
import { DecimalInput } from '../../control/DecimalInput.tsx';
import { NumberText } from '../../control/NumberText.tsx';
import { PartnerSelect } from '../../control/references.tsx';
import { todayIn } from '../../control/format.ts';
import { meetConflict } from '../../record/conflict.ts';
import { choiceOf, labelOf } from '../../record/labels.ts';
import type { FormProps } from '../../record/listTypes.ts';
import type { Values } from '../../record/recordTypes.ts';
import { RecordModal } from '../../record/RecordModal.tsx';
import { sidesOf } from '../../record/recordFacts.ts';
import type { FactField } from '../../record/recordFacts.ts';
import { useSaving } from '../../record/saving.ts';
import { t } from '../../phrase/index.ts';
import { BillPicker, InvoiceBills } from './invoiceBills.tsx';
import {
  blankDraft,
  bodyOf,
  coveredBy,
  draftOfInfo,
  grossOf,
  problemOf,
  withBills,
} from './invoiceDraft.ts';
import type { Beginning, Draft } from './invoiceDraft.ts';

const label = (name: string): string => labelOf(invoices.table, name);

interface BodyProps {
  readonly draft: Draft;
  readonly readOnly: boolean;
  readonly onChange: (change: Partial<Draft>) => void;
}

const choices = (name: string, values: readonly string[]) =>
  values.map((value) => ({ value, label: choiceOf(name, value) }));

interface FieldProps {
  readonly name: string;
  readonly required?: true;
  readonly children: ReactNode;
}
const Field = ({ name, required, children }: FieldProps): ReactNode => (
  <Form.Item label={label(name)} required={required === true} htmlFor={`invoice-${name}`}>
    {children}
  </Form.Item>
);

/** Whose invoice it is. Where bills stand on it, direction and partner are theirs. */
function Whose({ draft, readOnly, onChange }: BodyProps): ReactNode {
  const fixed = readOnly || draft.bills.length > 0;
  return (
    <>
      <Field name="direction" required>
        <Select<Draft['direction']>
          id="invoice-direction"
          disabled={fixed}
          value={draft.direction}
          options={invoiceDirections.map((value) => ({
            value,
            label: choiceOf('direction', value),
          }))}
          onChange={(direction) => onChange({ direction, partnerId: null, partnerName: undefined })}
        />
      </Field>
      <Field name="partnerName" required>
        <PartnerSelect
          id="invoice-partnerName"
          type={draft.direction === 'issued' ? 'customer' : 'supplier'}
          disabled={fixed}
          name={draft.partnerName}
          value={draft.partnerId}
          onChange={(partnerId, choice) => onChange({ partnerId, partnerName: choice?.name })}
        />
      </Field>
    </>
  );
}

/** What stands on the paper itself. */
const OnPaper = ({ draft, readOnly, onChange }: BodyProps): ReactNode => (
  <>
    <Field name="number" required>
      <Input
        id="invoice-number"
        disabled={readOnly}
        maxLength={40}
        autoComplete="off"
        value={draft.number}
        onChange={(event) => onChange({ number: event.target.value })}
      />
    </Field>
    <Field name="invoiceKind" required>
      <Select
        id="invoice-invoiceKind"
        disabled={readOnly}
        value={draft.invoiceKind}
        options={choices('invoiceKind', invoiceKinds)}
        // SAFETY: the options are the kinds.
        onChange={(kind) => onChange({ invoiceKind: kind as Draft['invoiceKind'] })}
      />
    </Field>
    <Field name="invoiceDate" required>
      <DatePicker
        id="invoice-invoiceDate"
        className="wide"
        allowClear={false}
        disabled={readOnly}
        value={draft.invoiceDate === '' ? null : dayjs(draft.invoiceDate)}
        onChange={(day) => onChange({ invoiceDate: day?.format('YYYY-MM-DD') ?? '' })}
      />
    </Field>
  </>
);

/** Net and tax; gross is the two together, beside what the bills come to. */
function Amounts({ draft, readOnly, onChange }: BodyProps): ReactNode {
  return (
    <>
      {(['net', 'tax'] as const).map((name) => (
        <Field key={name} name={name} required>
          <DecimalInput
            id={`invoice-${name}`}
            disabled={readOnly}
            value={draft[name]}
            onChange={(amount) => onChange({ [name]: amount })}
          />
        </Field>
      ))}
      <Form.Item
        label={label('gross')}
        extra={
          draft.bills.length === 0 ? undefined : (
            <>
              {t('invoice.covered')} <NumberText value={coveredBy(draft)} as="money" />
            </>
          )
        }
      >
        <strong>
          <NumberText value={grossOf(draft)} as="money" />
        </strong>
      </Form.Item>
    </>
  );
}

function Body(props: BodyProps): ReactNode {
  const { draft, readOnly, onChange } = props;
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
      <Form layout="vertical">
        <div className="form-grid three">
          <Whose {...props} />
          <OnPaper {...props} />
          <Amounts {...props} />
        </div>
        <Field name="remark">
          <Input.TextArea
            id="invoice-remark"
            disabled={readOnly}
            maxLength={200}
            autoSize={{ minRows: 1, maxRows: 4 }}
            value={draft.remark}
            onChange={(event) => onChange({ remark: event.target.value })}
          />
        </Field>
        <Attachments
          biz="financial"
          value={draft.attachments}
          {...(readOnly ? {} : { onChange: (files) => onChange({ attachments: [...files] }) })}
        />
      </Form>
      <InvoiceBills
        bills={draft.bills}
        readOnly={readOnly}
        onChange={(bills) => onChange({ bills })}
        onPick={() => setPicking(true)}
      />
      {picking ? (
        <BillPicker
          direction={draft.direction}
          partnerId={draft.partnerId}
          taken={new Set(draft.bills.map(({ documentId }) => documentId))}
          onTake={(ids) => void take(ids)}
          onClose={() => setPicking(false)}
        />
      ) : null}
    </>
  );
}

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
function useInvoicing(
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
