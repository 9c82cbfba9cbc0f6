import type { FormInstance } from 'antd';
import { Form } from 'antd';
import type { ReactNode } from 'react';
import { useState } from 'react';
import { RecordModal } from './RecordModal.tsx';
import { useFormSaving } from './saving.ts';

interface Props<Entries extends object, Answer> {
  readonly form: FormInstance<Entries>;
  readonly title: string;
  readonly width: number;
  /** Label of the submit button. */
  readonly act?: string;
  readonly initial?: object;
  /** Something beside the fields was entered. */
  readonly dirty?: boolean;
  /** Stands before the fields. */
  readonly before?: ReactNode;
  /** Sends the entered values with the form's Idempotency-Key. */
  readonly send: (entries: Entries, key: string) => Promise<Answer>;
  readonly onSent: (answer: Answer) => void;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** Dialog with one call's input and refusals at the fields; reads no record first. */
export function EntriesModal<Entries extends object, Answer>(
  props: Props<Entries, Answer>,
): ReactNode {
  const { form, act } = props;
  const [dirty, setDirty] = useState(false);
  const { busy, refusal, run } = useFormSaving();
  const fields: FormInstance = form;
  const send = async (entries: Entries): Promise<void> => {
    const answers: Answer[] = [];
    const sent = await run(
      async (key) => answers.push(await props.send(entries, key)),
      (field, message) => {
        if (!(field in entries)) return false;
        fields.setFields([{ name: field, errors: [message] }]);
        return true;
      },
    );
    if (sent) for (const answer of answers) props.onSent(answer);
  };
  return (
    <RecordModal
      title={props.title}
      width={props.width}
      dirty={dirty || props.dirty === true}
      loading={false}
      busy={busy}
      readOnly={false}
      refusal={refusal}
      {...(act === undefined ? {} : { act })}
      onSave={() => form.submit()}
      onClose={props.onClose}
    >
      {props.before}
      <Form<Entries>
        form={form}
        layout="vertical"
        initialValues={props.initial ?? {}}
        onValuesChange={() => setDirty(true)}
        onFinish={(entries) => void send(entries)}
      >
        {props.children}
      </Form>
    </RecordModal>
  );
}
