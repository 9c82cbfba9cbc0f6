import type { FormInstance } from 'antd';
import { Form } from 'antd';
import type { ReactNode } from 'react';
import { t } from '../phrase/index.ts';
import { RecordModal } from './RecordModal.tsx';
import { firstWrong, goToField } from './saving.ts';
import type { RecordWriting } from './useRecordSaving.ts';
import { useRecordSaving } from './useRecordSaving.ts';

export interface FormModalProps<Entries extends object, Answer, Info> extends RecordWriting<
  Entries,
  Answer,
  Info
> {
  readonly form: FormInstance<Entries>;
  /** Id of the edited record; null: new. */
  readonly id: string | null;
  readonly name: string;
  readonly width: number;
  readonly loading: boolean;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** Record form in a dialog (new, edit or view), with refusals at the fields. */
export function FormModal<Entries extends object, Answer, Info>(
  props: FormModalProps<Entries, Answer, Info>,
): ReactNode {
  const { form, id, name, readOnly = false, record, begin } = props;
  // Names used in reading and writing fields exceed the type of the entries.
  const fields: FormInstance = form;
  const { dirty, touch, busy, refusal, save } = useRecordSaving({
    ...props,
    form: fields,
    check: () =>
      form.validateFields().catch((refused: unknown) => {
        goToField(fields, firstWrong(refused));
        return null;
      }),
    has: ([field = '', ...within]) => within.length === 0 && field in form.getFieldsValue(),
    show: (path) => goToField(fields, path),
  });
  return (
    <RecordModal
      title={t(readOnly ? 'form.view' : id === null ? 'form.new' : 'form.edit', { name })}
      width={props.width}
      dirty={dirty}
      loading={props.loading}
      busy={busy}
      readOnly={readOnly}
      refusal={refusal}
      onSave={save}
      onClose={props.onClose}
    >
      <Form
        form={form}
        layout="vertical"
        disabled={readOnly}
        initialValues={begin(record.data)}
        onValuesChange={touch}
        onFinish={() => void save()}
      >
        {props.children}
      </Form>
    </RecordModal>
  );
}
