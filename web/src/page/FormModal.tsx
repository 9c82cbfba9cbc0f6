import type { FormInstance } from 'antd';
import { Form } from 'antd';
import type { ReactNode } from 'react';
import { useState } from 'react';
import { notices } from '../app/notices.ts';
import { outdate } from '../app/query.ts';
import { t } from '../phrase/index.ts';
import { RecordModal } from './RecordModal.tsx';
import { firstWrong, goToField, useSaving } from './saving.ts';

export interface FormModalProps<Entries extends object, Answer> {
  readonly form: FormInstance<Entries>;
  /** The record that is edited, null for a new one. */
  readonly id: string | null;
  /** What the record is called. */
  readonly name: string;
  readonly width: number;
  readonly loading: boolean;
  /** The user may look but not save. */
  readonly readOnly?: boolean;
  readonly initialValues: object;
  /** Sends what was entered, under the form's Idempotency-Key. */
  readonly write: (entries: Entries, key: string) => Promise<Answer>;
  /** Reads what the fields begin with anew, after somebody else changed it; undefined when that failed. */
  readonly again: () => Promise<object | undefined>;
  readonly onSaved: (answer: Answer) => void;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** A record's form in its dialog: new, edited or only looked at, with the refusals at their fields. */
export function FormModal<Entries extends object, Answer>(
  props: FormModalProps<Entries, Answer>,
): ReactNode {
  const { form, id, name, readOnly = false, onSaved } = props;
  const [dirty, setDirty] = useState(false);
  const saving = useSaving();
  // SAFETY: the form's fields are its entries; what goes in or comes back by name is more than its type can say.
  const fields = form as FormInstance;
  const save = async (): Promise<boolean> => {
    if (readOnly) return false;
    const entries = await form.validateFields().catch((refused: unknown) => {
      goToField(fields, firstWrong(refused));
      return null;
    });
    if (entries === null) return false;
    const answers: Answer[] = [];
    const saved = await saving.run(
      async (key) => answers.push(await props.write(entries, key)),
      (field, message) => {
        if (!(field in entries)) return false;
        fields.setFields([{ name: field, errors: [message] }]);
        goToField(fields, [field]);
        return true;
      },
    );
    if (!saved) return false;
    notices().message.success(t('form.saved'));
    void outdate(['choices']);
    for (const answer of answers) onSaved(answer);
    return true;
  };
  const reload = async (): Promise<void> => {
    saving.clear();
    setDirty(false);
    const newer = await props.again();
    if (newer !== undefined) fields.setFieldsValue(newer);
  };
  return (
    <RecordModal
      title={t(readOnly ? 'form.view' : id === null ? 'form.new' : 'form.edit', { name })}
      width={props.width}
      dirty={dirty}
      loading={props.loading}
      busy={saving.busy}
      readOnly={readOnly}
      refusal={saving.refusal}
      onReload={() => void reload()}
      onSave={save}
      onClose={props.onClose}
    >
      <Form
        form={form}
        layout="vertical"
        disabled={readOnly}
        initialValues={props.initialValues}
        onValuesChange={() => setDirty(true)}
        onFinish={() => void save()}
      >
        {props.children}
      </Form>
    </RecordModal>
  );
}
