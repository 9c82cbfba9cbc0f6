import type { FormInstance, FormRule } from 'antd';
import { Form } from 'antd';
import type { ComponentType, ReactNode } from 'react';
import { callEndpoint } from '../app/net/client.ts';
import { useMay } from '../app/settings/permission.ts';
import { useReadOnce } from '../app/net/readOnce.ts';
import { useTab } from '../app/tabs/tabs.ts';
import { t } from '../phrase/index.ts';
import { FieldInput } from './FieldInput.tsx';
import { complaintOfField } from './fieldRules.ts';
import { bodyOfForm, isBlankValue, ruleOf } from './fieldSchema.ts';
import { FormModal } from './FormModal.tsx';
import { checkedWhileTyping, freeValueRule, nameQuestion, scopeOfName } from './freeName.ts';
import { labelOfColumn } from './labels.ts';
import type { RecordFormProps } from './listTypes.ts';
import type {
  RecordFormField,
  FieldControl,
  RecordDefinition,
  RecordResource,
  RecordValues,
} from './recordTypes.ts';

/** Controls with non-text values: a text rule would refuse the value. */
const notText: readonly FieldControl[] = ['flag', 'integer', 'values', 'choices'];

function rulesOf<R extends RecordResource>(
  definition: RecordDefinition<R>,
  field: RecordFormField,
  id: string | null,
): FormRule[] {
  const { resource, table, fixed = {} } = definition;
  const { required } = ruleOf(resource.add.input, field.name);
  const label = labelOfColumn(table, field.name);
  const own: FormRule = ({ getFieldsValue }) => ({
    validator: async (_rule: unknown, value: unknown) => {
      if (isBlankValue(value)) return;
      const reason =
        complaintOfField(resource.add.input, field.name, value) ??
        field.check?.(value, getFieldsValue(true)) ??
        null;
      if (reason !== null) throw new Error(reason);
    },
  });
  return [
    ...(required
      ? [{ required: true, whitespace: true, message: t('form.missing', { name: label }) }]
      : []),
    own,
    ...(field.unique === undefined
      ? []
      : [freeValueRule(field.unique === true ? nameQuestion(resource) : field.unique, id, fixed)]),
  ].map((rule) => (notText.some((control) => control === field.control) ? own : rule));
}

const dependenciesOf = (
  { unique }: RecordResource,
  { unique: checked, dependsOn = [] }: RecordFormField,
): string[] => [...dependsOn, ...(checked === true ? scopeOfName(unique) : [])];

interface RecordFieldsProps<R extends RecordResource> {
  readonly definition: RecordDefinition<R>;
  readonly form: FormInstance;
  readonly info: RecordValues | null;
  readonly id: string | null;
  readonly readOnly: boolean;
}

function RecordFormFields<R extends RecordResource>(props: RecordFieldsProps<R>): ReactNode {
  const { definition, form, info, id, readOnly } = props;
  const values: RecordValues = Form.useWatch([], form) ?? {};
  const { resource, table, columns = 1 } = definition;
  const all: readonly RecordFormField[] = definition.fields;
  const fields = all.filter(({ shown }) => shown?.(values) !== false);
  return (
    <div className={columns === 2 ? 'form-grid two' : 'form-grid'}>
      {fields.map((field) => (
        <Form.Item
          key={field.name}
          name={field.name}
          label={labelOfColumn(table, field.name)}
          rules={rulesOf(definition, field, id)}
          {...(field.unique === undefined ? {} : checkedWhileTyping)}
          dependencies={dependenciesOf(resource, field)}
          {...(field.wide === true ? { className: 'wide-field' } : {})}
          {...(field.hint === undefined ? {} : { extra: field.hint })}
        >
          <FieldInput
            field={field}
            self={id}
            disabled={readOnly || field.disabled?.(values) === true}
            // SAFETY: names are texts.
            known={info?.[field.name.replace(/Id$/, 'Name')] as string | undefined}
            maxLength={ruleOf(resource.add.input, field.name).maxLength}
          />
        </Form.Item>
      ))}
    </div>
  );
}

/** Reads the record's present state, never from a cache: its version decides if a save is stale. */
const useInfo = (endpoint: RecordResource['infoCall'], id: string | null) =>
  useReadOnce(
    ['info', endpoint.path, id],
    async (): Promise<RecordValues> => ({ ...(await callEndpoint(endpoint, { id })) }),
    id !== null,
  );

/** Creates a record's modal form: new, edit and copy, with refusals at the fields. */
export function recordForm<R extends RecordResource>(
  definition: RecordDefinition<R>,
): ComponentType<RecordFormProps> {
  const { resource, title, fields, width = 800, fixed = {}, initial = {} } = definition;
  const { besides = [] } = definition;
  const names: readonly string[] = fields.map(({ name }) => name);
  const facts = [
    ...names.map((name) => ({ name, label: labelOfColumn(definition.table, name) })),
    ...besides,
  ];
  const entered = facts.map(({ name }) => name);
  const called = names.includes('name') ? 'name' : (names[0] ?? '');

  return function RecordForm({
    id,
    copyOf = null,
    named = '',
    onClose,
  }: RecordFormProps): ReactNode {
    const [form] = Form.useForm();
    const may = useMay();
    const { page } = useTab();
    const record = useInfo(resource.infoCall, id ?? copyOf);
    const { data: info = null } = record;
    const loading = (id ?? copyOf) !== null && info === null;
    const readOnly = !may(page.url, '1');

    const write = async (
      values: RecordValues,
      key: string,
      over: RecordValues | undefined,
    ): Promise<string> => {
      const endpoint = id === null ? resource.add : resource.update;
      const body = {
        ...fixed,
        ...bodyOfForm(resource.add.input, entered, values, id === null ? null : (over ?? null)),
        ...(id === null ? {} : { id, version: over?.['version'] }),
      };
      const answer = await callEndpoint(endpoint, body, { key, quiet: true });
      return answer.id;
    };

    return (
      <FormModal<RecordValues, string, RecordValues>
        form={form}
        id={id}
        name={title}
        width={width}
        loading={loading}
        readOnly={readOnly}
        record={record}
        facts={facts}
        begin={(read) => ({
          ...initial,
          ...read,
          ...(copyOf === null ? {} : { [names[0] ?? '']: '' }),
          ...(named === '' ? {} : { [called]: named }),
        })}
        write={write}
        onSaved={(savedId) => onClose(true, savedId)}
        onClose={() => onClose(false)}
      >
        <RecordFormFields
          definition={definition}
          form={form}
          info={info}
          id={id}
          readOnly={readOnly}
        />
        {definition.foot?.(copyOf === null ? info : null)}
      </FormModal>
    );
  };
}
