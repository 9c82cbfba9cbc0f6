import { invoiceDirections, invoiceKinds } from '@tradehouse/domain';
import { invoices } from '@tradehouse/contract';
import { Form, Input, Select } from 'antd';
import { DatePicker } from '../../control/DatePicker.tsx';
import dayjs from 'dayjs';
import type { ReactNode } from 'react';
import { Attachments } from '../../control/Attachments.tsx';
import { DecimalInput } from '../../control/DecimalInput.tsx';
import { NumberText } from '../../control/NumberText.tsx';
import { PartnerSelect } from '../../control/references.tsx';
import { choiceOf, labelOf } from '../../record/labels.ts';
import { t } from '../../phrase/index.ts';
import { coveredBy, grossOf } from './invoiceDraft.ts';
import type { Draft } from './invoiceDraft.ts';

const label = (name: string): string => labelOf(invoices.table, name);

export interface BodyProps {
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

/** What stands on an invoice beside its bills. */
export function InvoiceFields(props: BodyProps): ReactNode {
  const { draft, readOnly, onChange } = props;
  return (
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
  );
}
