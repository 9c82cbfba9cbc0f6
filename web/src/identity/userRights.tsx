import { useQuery } from '@tanstack/react-query';
import type { ReplyOf } from '@tradehouse/contract';
import { userRights, viewAs } from '@tradehouse/contract';
import { Alert, Button, Descriptions, Skeleton, Table, Tag, Typography } from 'antd';
import type { DescriptionsProps } from 'antd';
import type { ReactNode } from 'react';
import { useState } from 'react';
import { callEndpoint } from '../app/net/client.ts';
import { beginViewing } from '../app/session/session.ts';
import { PaneModal } from '../control/PaneModal.tsx';
import { choiceOf } from '../record/labels.ts';
import type { RowDialogProps } from '../record/listTypes.ts';
import { t } from '../phrase/index.ts';

type UserRightsReply = ReplyOf<typeof userRights>;

/** Translates the reason for an access right into a sentence. */
const explainUserRight = (reason: string): string =>
  // SAFETY: every reason sent by the server has a sentence.
  t(`rights.why.${reason}` as 'rights.why.owner');

const UserRightReason = ({ of }: { readonly of: string }): ReactNode => (
  <Typography.Text type="secondary"> · {explainUserRight(of)}</Typography.Text>
);

const heldText = ({ all, total, names }: UserRightsReply['warehouses']): string => {
  if (all) return t('rights.every');
  if (total === 0) return t('rights.none');
  return total > names.length ? `${names.join('、')} … (${total})` : names.join('、');
};

const listUserRightItems = (rights: UserRightsReply): DescriptionsProps['items'] => [
  { key: 'role', label: t('rights.role'), children: rights.roleName || t('rights.none') },
  {
    key: 'documents',
    label: t('rights.documents'),
    children: (
      <>
        {choiceOf('dataScope', rights.documents.scope)} {rights.documents.institutions.join('、')}
        <UserRightReason of={rights.documents.why} />
      </>
    ),
  },
  ...(['warehouses', 'customers'] as const).map((what) => ({
    key: what,
    label: t(`rights.${what}`),
    children: (
      <>
        {heldText(rights[what])}
        <UserRightReason of={rights[what].why} />
      </>
    ),
  })),
  {
    key: 'amounts',
    label: t('rights.amounts'),
    children: rights.amounts.map(({ mask, shown, why: reason }) => (
      <div key={mask}>
        {choiceOf('hiddenAmounts', mask)}: {t(shown ? 'rights.shown' : 'rights.hidden')}
        <UserRightReason of={reason} />
      </div>
    )),
  },
];

const Buttons = ({ codes }: { readonly codes: readonly string[] }): ReactNode => (
  <span className="tags">
    {codes.map((code) => (
      <Tag key={code}>{choiceOf('button', code)}</Tag>
    ))}
  </span>
);

function UserRightPages({
  pages,
  withheld,
}: Pick<UserRightsReply, 'pages' | 'withheld'>): ReactNode {
  return (
    <Table
      size="small"
      rowKey="url"
      pagination={false}
      dataSource={[
        ...pages.map((page) => ({ ...page, reached: true })),
        ...withheld.map((page) => ({ ...page, reached: false, buttons: [] })),
      ]}
      columns={[
        { title: t('rights.page'), dataIndex: 'title' },
        {
          title: t('rights.buttons'),
          dataIndex: 'buttons',
          render: (codes: readonly string[], { reached }) =>
            reached ? <Buttons codes={codes} /> : <Tag color="orange">{t('rights.withheld')}</Tag>,
        },
        {
          title: t('rights.reason'),
          dataIndex: 'why',
          render: (reason: string) => explainUserRight(reason),
        },
      ]}
    />
  );
}

/** Lists a user's rights with reasons; starts viewing with the user's rights. */
export function UserRights({
  row,
  onClose,
}: RowDialogProps<{ readonly id: string | null; readonly name: string | null }>): ReactNode {
  const id = row.id ?? '';
  const [busy, setBusy] = useState(false);
  const { data, error } = useQuery({
    queryKey: ['rights', id],
    queryFn: () => callEndpoint(userRights, { id }, { quiet: true }),
    gcTime: 0,
    staleTime: 0,
  });
  const look = async (): Promise<void> => {
    setBusy(true);
    try {
      beginViewing(await callEndpoint(viewAs, { id }));
      // Everything on screen is the own user's: the page starts again.
      globalThis.location.assign(import.meta.env.BASE_URL);
    } catch {
      setBusy(false);
    }
  };
  return (
    <PaneModal
      title={t('rights.title', { name: row.name ?? '' })}
      width={800}
      ready={data !== undefined}
      onCancel={() => onClose(false)}
      footer={
        <>
          <Button onClick={() => onClose(false)}>{t('act.close')}</Button>
          {data?.mayView === true ? (
            <Button type="primary" loading={busy} onClick={() => void look()}>
              {t('viewing.begin')}
            </Button>
          ) : null}
        </>
      }
    >
      {error !== null ? <Alert type="error" showIcon title={error.message} /> : null}
      {data === undefined && error === null ? <Skeleton active /> : null}
      {data === undefined ? null : (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, so the keyboard has to get to it
        <div tabIndex={0} role="region" aria-label={t('rights.title', { name: row.name ?? '' })}>
          <Descriptions
            size="small"
            column={1}
            bordered
            items={listUserRightItems(data) ?? []}
            className="gap-below"
          />
          <UserRightPages pages={data.pages} withheld={data.withheld} />
        </div>
      )}
    </PaneModal>
  );
}
