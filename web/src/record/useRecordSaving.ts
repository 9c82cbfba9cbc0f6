import type { FormInstance } from 'antd';
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
import { useSaving } from './saving.ts';

/** A field of a form, with its place in the list that it stands in. */
export type FieldPath = readonly (string | number)[];

export interface RecordWriting<Entries, Answer, Info> {
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
}

interface RecordSaving<Entries, Answer, Info> extends RecordWriting<Entries, Answer, Info> {
  /** The form's fields are its entries; what goes in or comes back by name is more than its type can say. */
  readonly form: FormInstance;
  /** What is to be sent; null where something is wrong, which it has shown. */
  readonly check: () => Promise<Entries | null>;
  /** Whether a refusal can stand at this field. */
  readonly has: (path: FieldPath) => boolean;
  /** Puts a field in sight and the cursor into it. */
  readonly show: (path: FieldPath) => void;
}

/** `lines[2].name` as the form knows it. */
const pathOf = (field: string): (string | number)[] =>
  field
    .split(/[.[\]]+/)
    .filter((part) => part !== '')
    .map((part) => (/^\d+$/.test(part) ? Number(part) : part));

/** Saves a record from its form: refusals go to their fields, and where somebody else saved meanwhile the user decides. */
export function useRecordSaving<Entries, Answer, Info>(props: RecordSaving<Entries, Answer, Info>) {
  const { form, record, begin } = props;
  const { timeZone } = useSettings();
  const [dirty, setDirty] = useState(false);
  const { busy, refusal, run } = useSaving();
  const meet = (by: RefusalFacts): Promise<Info | null> =>
    meetConflict(
      {
        record,
        timeZone,
        facts: (newer) =>
          sidesOf(
            props.facts,
            { ...begin(record.data) },
            { ...begin(newer) },
            form.getFieldsValue(true),
          ),
        onTheirs: (newer) => {
          setDirty(false);
          form.setFieldsValue(begin(newer));
        },
      },
      by,
    );
  const toField = (field: string, message: string): boolean => {
    const path = pathOf(field);
    if (!props.has(path)) return false;
    form.setFields([{ name: path, errors: [message] }]);
    props.show(path);
    return true;
  };
  /** Answers true when it is saved. */
  const save = async (): Promise<boolean> => {
    const entries = props.readOnly === true ? null : await props.check();
    if (entries === null) return false;
    const answers: Answer[] = [];
    const saved = await run(
      async (key, over: Info | undefined = record.data) =>
        answers.push(await props.write(entries, key, over)),
      toField,
      meet,
    );
    if (!saved) return false;
    notices().message.success(t('form.saved'));
    void outdate(['choices']);
    for (const answer of answers) props.onSaved(answer);
    return true;
  };
  return { dirty, touch: () => setDirty(true), busy, refusal, save };
}
