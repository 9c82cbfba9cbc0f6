import { logisticsCompanies, testCarrier } from '@tradehouse/contract';
import type { InputOf } from '@tradehouse/contract';
import { fedexAddresses } from '@tradehouse/domain';
import { Button, Form, Input, Space } from 'antd';
import type { ReactNode } from 'react';
import { useEffect, useState } from 'react';
import { callEndpoint } from '../app/net/client.ts';
import { getNotices } from '../app/notices.ts';
import { useMay } from '../app/settings/permission.ts';
import { useTab } from '../app/tabs/tabs.ts';
import { labelOfColumn } from '../record/labels.ts';
import { t } from '../phrase/index.ts';

interface Props {
  /** Id of the carrier; null for a new carrier. */
  readonly id: string | null;
  /** True: a secret is stored. It is never sent, so stars are shown. */
  readonly hasSecret: boolean;
}

const STARS = '********';

/** Edits the API secret, never shown after entry, and tests the API. */
export function CarrierApi({ id, hasSecret }: Props): ReactNode {
  const [replaced, setReplaced] = useState(false);
  const kept = hasSecret && !replaced;
  const label = labelOfColumn(logisticsCompanies.table, 'clientSecret');
  const may = useMay();
  const { page } = useTab();
  return (
    <>
      <FedexAddresses />
      {kept ? (
        <Form.Item label={label} htmlFor="kept-secret">
          <Input id="kept-secret" value={STARS} disabled />
        </Form.Item>
      ) : (
        <Form.Item
          name="clientSecret"
          label={label}
          {...(hasSecret ? { extra: t('carrier.secretHint') } : {})}
        >
          <Input.Password maxLength={200} autoComplete="new-password" />
        </Form.Item>
      )}
      {may(page.url, '1') ? (
        <Form.Item>
          <Space>
            {kept ? (
              <Button onClick={() => setReplaced(true)}>{t('carrier.replace')}</Button>
            ) : null}
            <TestButton id={id} />
          </Space>
        </Form.Item>
      ) : null}
    </>
  );
}

/** Offers the addresses of FedEx, and fills in the first if no address is entered. */
function FedexAddresses(): ReactNode {
  const form = Form.useFormInstance();
  const adapter: unknown = Form.useWatch('adapter');
  const isFedex = adapter === 'fedex';
  useEffect(() => {
    const typed: unknown = form.getFieldValue('clientUrl');
    if (isFedex && (typed === undefined || typed === ''))
      form.setFieldValue('clientUrl', fedexAddresses.production);
  }, [isFedex, form]);
  if (!isFedex) return null;
  return (
    <Form.Item className="wide" extra={t('carrier.fedexHint')}>
      <Space wrap>
        {(['production', 'sandbox'] as const).map((kind) => (
          <Button
            key={kind}
            size="small"
            onClick={() => form.setFieldValue('clientUrl', fedexAddresses[kind])}
          >
            {t(`carrier.fedex.${kind}`)}
          </Button>
        ))}
      </Space>
    </Form.Item>
  );
}

type CarrierTestInput = Partial<InputOf<typeof testCarrier>>;

/** Tests the carrier's API with the entered values, saved or not. */
function TestButton({ id }: Pick<Props, 'id'>): ReactNode {
  const form = Form.useFormInstance<CarrierTestInput>();
  const [busy, setBusy] = useState(false);
  const test = async (): Promise<void> => {
    const {
      name = '',
      adapter = 'gateway',
      clientUrl = '',
      clientId = '',
      clientSecret = '',
      accountNumber = '',
    } = form.getFieldsValue();
    setBusy(true);
    try {
      await callEndpoint(testCarrier, {
        ...(id === null ? {} : { id }),
        ...(clientSecret === '' ? {} : { clientSecret }),
        name: name.trim(),
        adapter,
        clientUrl: clientUrl.trim(),
        clientId: clientId.trim(),
        accountNumber: accountNumber.trim(),
      });
      getNotices().message.success(t('carrier.reachable'));
    } catch {
      // The reason has been shown.
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button loading={busy} onClick={() => void test()}>
      {t('carrier.test')}
    </Button>
  );
}
