import { logisticsCompanies, testCarrier } from '@tradehouse/contract';
import type { InputOf } from '@tradehouse/contract';
import { Button, Form, Input, Space } from 'antd';
import type { ReactNode } from 'react';
import { useState } from 'react';
import { call } from '../../app/net/client.ts';
import { notices } from '../../app/notices.ts';
import { useMay } from '../../app/settings/permission.ts';
import { useTab } from '../../app/tabs/tabs.ts';
import { labelOf } from '../../record/labels.ts';
import { t } from '../../phrase/index.ts';

interface Props {
  /** The carrier, null for a new one. */
  readonly id: string | null;
  /** A secret is kept: it is never told, so stars stand for it. */
  readonly hasSecret: boolean;
}

const STARS = '********';

/** Its secret, which is typed in and never shown again, and whether its API answers. */
export function CarrierApi({ id, hasSecret }: Props): ReactNode {
  const [replaced, setReplaced] = useState(false);
  const kept = hasSecret && !replaced;
  const label = labelOf(logisticsCompanies.table, 'clientSecret');
  const may = useMay();
  const { page } = useTab();
  return (
    <>
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

type Typed = Partial<InputOf<typeof testCarrier>>;

/** Asks the carrier by what is typed in, saved or not. */
function TestButton({ id }: Pick<Props, 'id'>): ReactNode {
  const form = Form.useFormInstance<Typed>();
  const [busy, setBusy] = useState(false);
  const test = async (): Promise<void> => {
    const { name = '', clientUrl = '', clientId = '', clientSecret = '' } = form.getFieldsValue();
    setBusy(true);
    try {
      await call(testCarrier, {
        ...(id === null ? {} : { id }),
        ...(clientSecret === '' ? {} : { clientSecret }),
        name: name.trim(),
        clientUrl: clientUrl.trim(),
        clientId: clientId.trim(),
      });
      notices().message.success(t('carrier.reachable'));
    } catch {
      // It was said why.
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
