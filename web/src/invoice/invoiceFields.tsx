import { invoiceDirections, invoiceKinds } from '@tradehouse/domain';
import { invoices } from '@tradehouse/contract';
import { Form, Input, Select } from 'antd';
import { DatePicker } from '../control/DatePicker.tsx';
import dayjs from 'dayjs';
import type { ReactNode } from 'react';
import { Attachments } from '../control/Attachments.tsx';
import { DecimalInput } from '../control/DecimalInput.tsx';
import { NumberText } from '../control/NumberText.tsx';
import { PartnerSelect } from '../control/references.tsx';
import { choiceOf, labelOfColumn } from '../record/labels.ts';
import { t } from '../phrase/index.ts';
import { coveredBy, grossOf } from './invoiceDraft.ts';
import type { InvoiceDraft } from './invoiceDraft.ts';

const labelOfInvoiceField = (name: string): string => labelOfColumn(invoices.table, name);

export interface InvoiceBodyProps {
  readonly draft: InvoiceDraft;
  readonly readOnly: boolean;
  readonly onChange: (change: Partial<InvoiceDraft>) => void;
}

const listInvoiceChoices = (name: string, values: readonly string[]) =>
  values.map((value) => ({ value, label: choiceOf(name, value) }));

interface InvoiceFieldProps {
  readonly name: string;
  readonly required?: true;
  readonly children: ReactNode;
}
const InvoiceFormField = ({ name, required, children }: InvoiceFieldProps): ReactNode => (
  <Form.Item
    label={labelOfInvoiceField(name)}
    required={required === true}
    htmlFor={`invoice-${name}`}
  >
    {children}
  </Form.Item>
);

/** Renders direction and partner, read-only with bills because the bills determine both. */
function Whose({ draft, readOnly, onChange }: InvoiceBodyProps): ReactNode {
  const fixed = readOnly || draft.bills.length > 0;
  return (
    <>
      <InvoiceFormField name="direction" required>
        <Select<InvoiceDraft['direction']>
          id="invoice-direction"
          disabled={fixed}
          value={draft.direction}
          options={invoiceDirections.map((value) => ({
            value,
            label: choiceOf('direction', value),
          }))}
          onChange={(direction) => onChange({ direction, partnerId: null, partnerName: undefined })}
        />
      </InvoiceFormField>
      <InvoiceFormField name="partnerName" required>
        <PartnerSelect
          id="invoice-partnerName"
          type={draft.direction === 'issued' ? 'customer' : 'supplier'}
          disabled={fixed}
          name={draft.partnerName}
          value={draft.partnerId}
          onChange={(partnerId, choice) => onChange({ partnerId, partnerName: choice?.name })}
        />
      </InvoiceFormField>
    </>
  );
}

/** Renders the printed fields of the invoice. */
const OnPaper = ({ draft, readOnly, onChange }: InvoiceBodyProps): ReactNode => (
  <>
    <InvoiceFormField name="number" required>
      <Input
        id="invoice-number"
        disabled={readOnly}
        maxLength={40}
        autoComplete="off"
        value={draft.number}
        onChange={(event) => onChange({ number: event.target.value })}
      />
    </InvoiceFormField>
    <InvoiceFormField name="invoiceKind" required>
      <Select
        id="invoice-invoiceKind"
        disabled={readOnly}
        value={draft.invoiceKind}
        options={listInvoiceChoices('invoiceKind', invoiceKinds)}
        // SAFETY: the options are the kinds.
        onChange={(kind) => onChange({ invoiceKind: kind as InvoiceDraft['invoiceKind'] })}
      />
    </InvoiceFormField>
    <InvoiceFormField name="invoiceDate" required>
      <DatePicker
        id="invoice-invoiceDate"
        className="wide"
        allowClear={false}
        disabled={readOnly}
        value={draft.invoiceDate === '' ? null : dayjs(draft.invoiceDate)}
        onChange={(day) => onChange({ invoiceDate: day?.format('YYYY-MM-DD') ?? '' })}
      />
    </InvoiceFormField>
  </>
);

/** Renders net and tax, and gross (their sum) beside the total of the bills. */
function Amounts({ draft, readOnly, onChange }: InvoiceBodyProps): ReactNode {
  return (
    <>
      {(['net', 'tax'] as const).map((name) => (
        <InvoiceFormField key={name} name={name} required>
          <DecimalInput
            id={`invoice-${name}`}
            disabled={readOnly}
            value={draft[name]}
            onChange={(amount) => onChange({ [name]: amount })}
          />
        </InvoiceFormField>
      ))}
      <Form.Item
        label={labelOfInvoiceField('gross')}
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

/** Renders an invoice's fields except the bills. */
export function InvoiceFields(props: InvoiceBodyProps): ReactNode {
  const { draft, readOnly, onChange } = props;
  return (
    <Form layout="vertical">
      <div className="form-grid three">
        <Whose {...props} />
        <OnPaper {...props} />
        <Amounts {...props} />
      </div>
      <InvoiceFormField name="remark">
        <Input.TextArea
          id="invoice-remark"
          disabled={readOnly}
          maxLength={200}
          autoSize={{ minRows: 1, maxRows: 4 }}
          value={draft.remark}
          onChange={(event) => onChange({ remark: event.target.value })}
        />
      </InvoiceFormField>
      <Attachments
        biz="financial"
        value={draft.attachments}
        {...(readOnly ? {} : { onChange: (files) => onChange({ attachments: [...files] }) })}
      />
    </Form>
  );
}
