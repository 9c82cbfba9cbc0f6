import type { FormInstance } from 'antd';
import { useState } from 'react';
import type { RefusalFacts } from '../app/net/envelope.ts';
import { getNotices } from '../app/notices.ts';
import { invalidateQueryKeys } from '../app/net/query.ts';
import type { ReadOnce } from '../app/net/readOnce.ts';
import { useSettings } from '../app/settings/settings.ts';
import { t } from '../phrase/index.ts';
import { meetConflict } from './conflict.ts';
import { sidesOf } from './recordFacts.ts';
import type { FactField } from './recordFacts.ts';
import { useFormSaving } from './saving.ts';

/** Field of a form, with its place in the enclosing list. */
export type FieldPath = readonly (string | number)[];

export interface RecordWriting<Entries, Answer, Info> {
  /** The user may look but not save. */
  readonly readOnly?: boolean;
  /** Record at reading; empty for a new record. */
  readonly record: ReadOnce<Info>;
  /** Returns the fields' initial values. */
  readonly begin: (info: Info | undefined) => object;
  /** Fields shown in a conflict; the first names the record. */
  readonly facts: readonly FactField[];
  /** Sends the entries under the form's Idempotency-Key, over the version read. */
  readonly write: (entries: Entries, key: string, info: Info | undefined) => Promise<Answer>;
  readonly onSaved: (answer: Answer) => void;
}

interface RecordSaving<Entries, Answer, Info> extends RecordWriting<Entries, Answer, Info> {
  /** Form with its entries; names in reading and writing exceed its type. */
  readonly form: FormInstance;
  /** Returns the values to send; null if invalid, with errors shown. */
  readonly check: () => Promise<Entries | null>;
  /** Returns true if a refusal can be shown at the field. */
  readonly has: (path: FieldPath) => boolean;
  /** Scrolls to a field and focuses the field. */
  readonly show: (path: FieldPath) => void;
}

/** Converts `lines[2].name` to the form's path. */
const fieldPathOf = (field: string): (string | number)[] =>
  field
    .split(/[.[\]]+/)
    .filter((part) => part !== '')
    .map((part) => (/^\d+$/.test(part) ? Number(part) : part));

/** Saves a record: refusals go to the fields, and if another user saved meanwhile, the user decides. */
export function useRecordSaving<Entries, Answer, Info>(props: RecordSaving<Entries, Answer, Info>) {
  const { form, record, begin } = props;
  const { timeZone } = useSettings();
  const [dirty, setDirty] = useState(false);
  const { busy, refusal, run } = useFormSaving();
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
    const path = fieldPathOf(field);
    if (!props.has(path)) return false;
    form.setFields([{ name: path, errors: [message] }]);
    props.show(path);
    return true;
  };
  /** Returns true if saved. */
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
    getNotices().message.success(t('form.saved'));
    void invalidateQueryKeys(['choices']);
    for (const answer of answers) props.onSaved(answer);
    return true;
  };
  return { dirty, touch: () => setDirty(true), busy, refusal, save };
}
