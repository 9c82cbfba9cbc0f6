import type { InputOf } from '@tradehouse/contract';
import { planChoices, renewTenant, tenantInfo, tenantRenewals } from '@tradehouse/contract';
import { Alert, Button, Form, Input, Select, Skeleton } from 'antd';
import type { ReactNode } from 'react';
import { callEndpoint } from '../app/net/client.ts';
import { useReadOnce } from '../app/net/readOnce.ts';
import { getNotices } from '../app/notices.ts';
import { useSettings } from '../app/settings/settings.ts';
import { DecimalInput } from '../control/DecimalInput.tsx';
import { timeText } from '../control/format.ts';
import { PaneModal } from '../control/PaneModal.tsx';
import { RenewalRows, labelOfRenewal } from '../companySettings/renewalRows.tsx';
import { WholeNumberInput } from '../control/WholeNumberInput.tsx';
import { t } from '../phrase/index.ts';
import { formRuleOfField, mustHave } from '../record/fieldRules.ts';
import { useFormSaving } from '../record/saving.ts';

type RenewalEntries = Omit<InputOf<typeof renewTenant>, 'id' | 'version'>;

/** Reads the company, its renewals and the plans for the dialog. */
const useRenewalFacts = (id: string) =>
  useReadOnce(['tenantRenewal', id], async () => ({
    company: await callEndpoint(tenantInfo, { id }),
    renewals: await callEndpoint(tenantRenewals, { id }),
    plans: await callEndpoint(planChoices, {}),
  }));

const rulesOfRenewal = (name: keyof RenewalEntries) => formRuleOfField(renewTenant.input, name);

/** Asks before a company without an end of the term gets an end. */
const askFirstTerm = async (name: string, months: number): Promise<boolean> =>
  getNotices().modal.confirm({
    title: t('plan.firstTermAsk', { name }),
    content: t('plan.firstTerm', { months }),
    okText: t('plan.renew'),
  });

/** Extends a company's term, and shows the earlier renewals. */
export function TenantRenewal(props: {
  readonly id: string;
  readonly name: string;
  readonly onClose: (changed: boolean) => void;
}): ReactNode {
  const { id, name, onClose } = props;
  const { data } = useRenewalFacts(id);
  const { timeZone } = useSettings();
  const [form] = Form.useForm<RenewalEntries>();
  const saving = useFormSaving();
  const renew = async (): Promise<void> => {
    const entries = await form.validateFields().catch(() => null);
    if (entries === null || data === undefined) return;
    const { version, expireTime: ends } = data.company;
    if (ends === null && !(await askFirstTerm(name, entries.months))) return;
    const done = await saving.run(
      async (key) => {
        const { months, plan, amount, remark = '' } = entries;
        const body = {
          id,
          version,
          months,
          amount: amount || null,
          remark,
          ...(plan === undefined ? {} : { plan }),
        };
        const { expireTime } = await callEndpoint(renewTenant, body, { key, quiet: true });
        getNotices().message.success(
          t('plan.renewed', { name, until: timeText(expireTime, timeZone) }),
        );
      },
      () => false,
    );
    if (done) onClose(true);
  };
  return (
    <PaneModal
      title={t('plan.renewOf', { name })}
      width={760}
      ready={data !== undefined}
      onCancel={() => onClose(false)}
      onSubmit={() => void renew()}
      footer={
        <>
          <Button onClick={() => onClose(false)}>{t('act.cancel')}</Button>
          <Button type="primary" loading={saving.busy} onClick={() => void renew()}>
            {t('plan.renew')}
          </Button>
        </>
      }
    >
      {saving.refusal === null ? null : (
        <Alert type="error" showIcon className="gap-below" title={saving.refusal} />
      )}
      {data === undefined ? (
        <Skeleton active />
      ) : (
        <>
          <p>
            {data.company.expireTime === null
              ? t('plan.noTerm')
              : t('plan.termEnds', { until: timeText(data.company.expireTime, timeZone) })}{' '}
            {t('plan.renewHint')}
          </p>
          <Form
            form={form}
            layout="vertical"
            initialValues={{ months: 12, plan: data.company.plan, amount: null, remark: '' }}
          >
            <div className="form-grid two">
              <Form.Item
                name="months"
                label={labelOfRenewal('months')}
                rules={[mustHave(labelOfRenewal('months')), rulesOfRenewal('months')]}
              >
                <WholeNumberInput />
              </Form.Item>
              <Form.Item name="plan" label={labelOfRenewal('plan')}>
                <Select
                  options={data.plans.map((plan) => ({ value: plan.code, label: plan.name }))}
                />
              </Form.Item>
              <Form.Item
                name="amount"
                label={labelOfRenewal('amount')}
                rules={[rulesOfRenewal('amount')]}
              >
                <DecimalInput />
              </Form.Item>
              <Form.Item
                name="remark"
                label={labelOfRenewal('remark')}
                rules={[rulesOfRenewal('remark')]}
              >
                <Input maxLength={200} autoComplete="off" />
              </Form.Item>
            </div>
          </Form>
          <h3>{t('plan.renewals')}</h3>
          <RenewalRows rows={data.renewals} />
        </>
      )}
    </PaneModal>
  );
}
