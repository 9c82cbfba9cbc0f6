import { QuestionCircleOutlined } from '@ant-design/icons';
import { Button, Typography } from 'antd';
import type { ReactNode } from 'react';
import { useState } from 'react';
import { PaneModal } from '../control/PaneModal.tsx';
import { t } from '../phrase/index.ts';
import { CodeText } from './openApiTest.tsx';

const SAMPLE = `import { createHmac, timingSafeEqual } from 'node:crypto';

// body: the raw bytes of the request, before any JSON parsing.
function isGenuine(secret, headers, body) {
  const time = headers['x-timestamp'];
  if (Math.abs(Date.now() - Number(time)) > 300_000) return false;
  const right = createHmac('sha256', secret).update(time + '.').update(body).digest();
  const given = Buffer.from(String(headers['x-signature']), 'hex');
  return given.length === right.length && timingSafeEqual(given, right);
}`;

const DELIVERY = `POST /hooks
Content-Type: application/json; charset=utf-8
X-Event: salesOrder.approved
X-Event-Id: 7-4711
X-Timestamp: 1700000000000
X-Signature: 0f1e2d…

{"id":"7-4711","event":"salesOrder.approved","time":"2026-01-31T02:03:04.567Z","number":"XSDD00000012",
 "link":"/openapi/orders?search=%7B%22number%22%3A%22XSDD00000012%22%7D"}`;

/** Explains signature checks to a webhook's receiver, and the payload. */
export function WebhookCheck(): ReactNode {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button
        type="link"
        icon={<QuestionCircleOutlined aria-hidden />}
        onClick={() => setOpen(true)}
      >
        {t('webhook.check')}
      </Button>
      {open && (
        <PaneModal title={t('webhook.check')} width={800} onCancel={() => setOpen(false)}>
          <Typography.Paragraph>{t('webhook.checkWords')}</Typography.Paragraph>
          <CodeText label={t('openApi.request')} text={DELIVERY} />
          <Typography.Paragraph />
          <CodeText label={t('openApi.sample')} text={SAMPLE} />
        </PaneModal>
      )}
    </>
  );
}
