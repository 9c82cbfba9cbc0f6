import type { AnnouncementFields } from '@tradehouse/contract';
import { addAnnouncement, announcementReceivers, audiences } from '@tradehouse/contract';
import { useQuery } from '@tanstack/react-query';
import type { InputRef } from 'antd';
import { Form, Input, Radio, Select } from 'antd';
import type { ReactNode } from 'react';
import { useState } from 'react';
import { callEndpoint } from '../app/net/client.ts';
import { pagesOfMenu } from '../app/settings/menu.ts';
import { getNotices } from '../app/notices.ts';
import { useMenu } from '../app/settings/permission.ts';
import { RichText } from '../control/RichText.tsx';
import { useFocused } from '../control/useFocused.ts';
import { choiceOf } from '../record/labels.ts';
import { EntriesModal } from '../record/EntriesModal.tsx';
import { namedClear } from '../control/namedClear.tsx';
import { t } from '../phrase/index.ts';

type Audience = AnnouncementFields['audience'];
interface AnnouncementFormValues {
  readonly title: string;
  readonly audience: Audience;
  readonly audienceIds?: readonly string[];
  readonly openPage?: string;
}

/** Writes an announcement; `onClose` receives true if sent. */
export function AnnouncementForm({
  onClose,
}: {
  readonly onClose: (sent: boolean) => void;
}): ReactNode {
  const [form] = Form.useForm<AnnouncementFormValues>();
  const first = useFocused<InputRef>();
  const [content, setContent] = useState('');
  const [audience, setAudience] = useState<Audience>('company');
  const menu = useMenu();
  return (
    <EntriesModal
      form={form}
      title={t('announcement.new')}
      width={800}
      act={t('announcement.send')}
      initial={{ audience: 'company' }}
      dirty={content !== ''}
      send={({ title, audienceIds = [], openPage = '' }, key) => {
        const ids = audience === 'company' ? [] : [...audienceIds];
        const fields = { title: title.trim(), content, audience, audienceIds: ids, openPage };
        return callEndpoint(addAnnouncement, fields, { quiet: true, key });
      }}
      onSent={({ receivers }) => {
        getNotices().message.success(t('announcement.sent', { n: receivers }));
        onClose(true);
      }}
      onClose={() => onClose(false)}
    >
      <Form.Item
        name="title"
        label={t('announcement.title')}
        rules={[{ required: true, whitespace: true, message: t('announcement.titleMissing') }]}
      >
        <Input ref={first} maxLength={100} />
      </Form.Item>
      <Form.Item name="audience" label={t('announcement.audience')}>
        <Radio.Group
          options={audiences.map((value) => ({ value, label: choiceOf('audience', value) }))}
          onChange={({ target }) => {
            setAudience(target.value);
            form.setFieldValue('audienceIds', []);
          }}
        />
      </Form.Item>
      {audience === 'company' ? null : <Receivers audience={audience} />}
      <Form.Item label={t('announcement.content')}>
        <RichText label={t('announcement.content')} onChange={setContent} />
      </Form.Item>
      <Form.Item name="openPage" label={t('announcement.openPage')}>
        <Select
          allowClear={namedClear()}
          showSearch={{ optionFilterProp: 'label' }}
          options={pagesOfMenu(menu).map(({ url, text }) => ({ value: url, label: text }))}
        />
      </Form.Item>
    </EntriesModal>
  );
}

/** Selects the users or roles that receive the announcement. */
function Receivers({ audience }: { readonly audience: 'user' | 'role' }): ReactNode {
  const { data } = useQuery({
    queryKey: ['announcement', 'receivers'],
    queryFn: () => callEndpoint(announcementReceivers, {}),
  });
  const offered = (audience === 'user' ? data?.users : data?.roles) ?? [];
  return (
    <Form.Item
      name="audienceIds"
      label={t(audience === 'user' ? 'announcement.users' : 'announcement.roles')}
      rules={[{ required: true, message: t('announcement.receiverMissing') }]}
    >
      <Select
        mode="multiple"
        showSearch={{ optionFilterProp: 'label' }}
        options={offered.map(({ id, name }) => ({ value: id, label: name }))}
      />
    </Form.Item>
  );
}
