import type { FormInstance } from 'antd';
import { Form } from 'antd';
import type { ReactNode } from 'react';
import { useState } from 'react';
import type { RefusalFacts } from '../app/net/envelope.ts';
import { notices } from '../app/notices.ts';
import { outdate } from '../app/net/query.ts';
import type { ReadOnce } from '../app/net/readOnce.ts';
import { useSettings } from '../app/settings/settings.ts';
import { t } from '../phrase/index.ts';
import { meetConflict } from './conflict.ts';
import { sidesOf } from './recordFacts.ts';
import type { FactField } from './recordFacts.ts';
import { RecordModal } from './RecordModal.tsx';
import type { Values } from './recordTypes.ts';
import { firstWrong, goToField, useSaving } from './saving.ts';

export interface FormModalProps<Entries extends object, Answer, Info> {
  readonly form: FormInstance<Entries>;
  /** The record that is edited, null for a new one. */
  readonly id: string | null;
  /** What the record is called. */
  readonly name: string;
  readonly width: number;
  readonly loading: boolean;
  /** The user may look but not save. */
  readonly readOnly?: boolean;
  /** The record as it was read; nothing was, of a new one. */
  readonly record: ReadOnce<Info>;
  /** What the fields begin with. */
  readonly begin: (info: Info | undefined) => object;
  /** The fields, as a conflict tells them; the first names the record. */
  readonly facts: readonly FactField[];
  /** Sends what was entered, under the form's Idempotency-Key, over what was read. */
  readonly write: (entries: Entries, key: string, info: Info | undefined) => Promise<Answer>;
  readonly onSaved: (answer: Answer) => void;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** A record's form in its dialog: new, edited or only looked at, with the refusals at their fields. */
export function FormModal<Entries extends object, Answer, Info>(
  props: FormModalProps<Entries, Answer, Info>,
): ReactNode {
  const { form, id, name, readOnly = false, onSaved, record, begin } = props;
  const { timeZone } = useSettings();
  const [dirty, setDirty] = useState(false);
  const saving = useSaving();
  // SAFETY: the form's fields are its entries; what goes in or comes back by name is more than its type can say.
  const fields = form as FormInstance;
  const meet = (by: RefusalFacts): Promise<Info | null> =>
    meetConflict(
      {
        record,
        timeZone,
        // SAFETY: as above.
        facts: (newer) =>
          sidesOf(
            props.facts,
            begin(record.data) as Values,
            begin(newer) as Values,
            fields.getFieldsValue(true) as Values,
          ),
        onTheirs: (newer) => {
          setDirty(false);
          fields.setFieldsValue(begin(newer));
        },
      },
      by,
    );
  const save = async (): Promise<boolean> => {
    if (readOnly) return false;
    const entries = await form.validateFields().catch((refused: unknown) => {
      goToField(fields, firstWrong(refused));
      return null;
    });
    if (entries === null) return false;
    const answers: Answer[] = [];
    const saved = await saving.run(
      async (key, over: Info | undefined = record.data) =>
        answers.push(await props.write(entries, key, over)),
      (field, message) => {
        if (!(field in entries)) return false;
        fields.setFields([{ name: field, errors: [message] }]);
        goToField(fields, [field]);
        return true;
      },
      meet,
    );
    if (!saved) return false;
    notices().message.success(t('form.saved'));
    void outdate(['choices']);
    for (const answer of answers) onSaved(answer);
    return true;
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
      onSave={save}
      onClose={props.onClose}
    >
      <Form
        form={form}
        layout="vertical"
        disabled={readOnly}
        initialValues={begin(record.data)}
        onValuesChange={() => setDirty(true)}
        onFinish={() => void save()}
      >
        {props.children}
      </Form>
    </RecordModal>
  );
}
