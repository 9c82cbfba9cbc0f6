import type { PlanFields, RowOf } from '@tradehouse/contract';
import { addPlan, planTable, updatePlan } from '@tradehouse/contract';
import type { FormRule } from 'antd';
import { Form, Input } from 'antd';
import type { ReactNode } from 'react';
import { callEndpoint, readTablePage } from '../app/net/client.ts';
import { useReadOnce } from '../app/net/readOnce.ts';
import { WholeNumberInput } from '../control/WholeNumberInput.tsx';
import { List } from '../list/listPage.tsx';
import { t } from '../phrase/index.ts';
import { formRuleOfField, mustHave } from '../record/fieldRules.ts';
import { FormModal } from '../record/FormModal.tsx';
import { checkedWhileTyping, freeValueRule } from '../record/freeName.ts';
import { labelOfColumn } from '../record/labels.ts';
import type { CellRenderers, RecordFormProps } from '../record/listTypes.ts';

type PlanListRow = RowOf<typeof planTable>;

const labelOfPlan = (name: string): string => labelOfColumn(planTable, name);
const limits = ['warehouseLimit', 'productLimit', 'applicationLimit'] as const;
const factNames = ['code', 'nameZh', 'nameEn', 'userLimit', ...limits, 'sort'];

const readPlan = async (code: string): Promise<PlanListRow | undefined> => {
  const { rows } = await readTablePage(planTable, { pageSize: 1000 });
  return rows.find((row) => row.code === code);
};

/** Checks a code or name against the other plans. */
const freePlanRule = (name: 'code' | 'nameZh' | 'nameEn', id: string | null): FormRule =>
  freeValueRule(async (value) => {
    const { rows } = await readTablePage(planTable, { pageSize: 1000 }, { quiet: true });
    return rows.some((row) => row.code !== id && row[name] === value);
  }, id);

const planFieldRules = (name: keyof PlanFields) => [
  mustHave(labelOfPlan(name)),
  formRuleOfField(addPlan.input, name),
];

const toPlanFields = (values: PlanFields): PlanFields => ({
  code: values.code.trim(),
  nameZh: values.nameZh.trim(),
  nameEn: values.nameEn.trim(),
  userLimit: values.userLimit,
  warehouseLimit: values.warehouseLimit ?? null,
  productLimit: values.productLimit ?? null,
  applicationLimit: values.applicationLimit ?? null,
  sort: values.sort,
});

/** Form of a plan; an empty limit allows any number. */
function PlanForm({ id, onClose }: RecordFormProps): ReactNode {
  const [form] = Form.useForm<PlanFields>();
  const record = useReadOnce(['plan', id], () => readPlan(id ?? ''), id !== null);
  return (
    <FormModal<PlanFields, unknown, PlanListRow | undefined>
      form={form}
      id={id}
      name={t('plan.record')}
      width={600}
      loading={id !== null && record.data === undefined}
      record={record}
      begin={(read) => read ?? { sort: 10 }}
      facts={factNames.map((name) => ({ name, label: labelOfPlan(name) }))}
      write={(values, key, read) =>
        id === null
          ? callEndpoint(addPlan, toPlanFields(values), { key, quiet: true })
          : callEndpoint(
              updatePlan,
              { ...toPlanFields(values), code: id, version: read?.version ?? 0 },
              { key, quiet: true },
            )
      }
      onSaved={() => onClose(true)}
      onClose={() => onClose(false)}
    >
      <Form.Item
        name="code"
        label={labelOfPlan('code')}
        rules={
          id === null
            ? [...planFieldRules('code'), freePlanRule('code', id)]
            : planFieldRules('code')
        }
        {...(id === null ? checkedWhileTyping : {})}
        extra={t('plan.codeHint')}
      >
        <Input maxLength={30} disabled={id !== null} autoComplete="off" />
      </Form.Item>
      <div className="form-grid two">
        {(['nameZh', 'nameEn'] as const).map((name) => (
          <Form.Item
            key={name}
            name={name}
            label={labelOfPlan(name)}
            rules={[...planFieldRules(name), freePlanRule(name, id)]}
            {...checkedWhileTyping}
          >
            <Input maxLength={30} autoComplete="off" />
          </Form.Item>
        ))}
        <Form.Item
          name="userLimit"
          label={labelOfPlan('userLimit')}
          rules={planFieldRules('userLimit')}
          extra={t('plan.usersHint')}
        >
          <WholeNumberInput />
        </Form.Item>
        {limits.map((name) => (
          <Form.Item
            key={name}
            name={name}
            label={labelOfPlan(name)}
            rules={[formRuleOfField(addPlan.input, name)]}
            extra={t('plan.anyHint')}
          >
            <WholeNumberInput />
          </Form.Item>
        ))}
        <Form.Item name="sort" label={labelOfPlan('sort')} rules={planFieldRules('sort')}>
          <WholeNumberInput />
        </Form.Item>
      </div>
    </FormModal>
  );
}

const shownLimit = (limit: number | null | undefined): string => String(limit ?? t('plan.any'));

const planCells: CellRenderers<typeof planTable> = {
  warehouseLimit: (row) => shownLimit(row.warehouseLimit),
  productLimit: (row) => shownLimit(row.productLimit),
  applicationLimit: (row) => shownLimit(row.applicationLimit),
};

/** The plans of the platform, with their limits. */
export default function PlanList(): ReactNode {
  return <List table={planTable} form={PlanForm} cells={planCells} facts={['code']} />;
}
