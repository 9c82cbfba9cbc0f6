import { ledgerRoleList, updateLedgerRoles } from '@tradehouse/contract';
import type { ReplyOf } from '@tradehouse/contract';
import { ledgerRoles } from '@tradehouse/domain';
import type { LedgerRole } from '@tradehouse/domain';
import { useQuery } from '@tanstack/react-query';
import { Form } from 'antd';
import type { ReactNode } from 'react';
import { callEndpoint } from '../app/net/client.ts';
import { getNotices } from '../app/notices.ts';
import { LedgerAccountSelect } from '../control/references.tsx';
import { EntriesModal } from '../record/EntriesModal.tsx';
import { choiceOf } from '../record/labels.ts';
import { t } from '../phrase/index.ts';

type LedgerRolesReply = ReplyOf<typeof ledgerRoleList>;
type LedgerRoleFormValues = Readonly<Partial<Record<LedgerRole, string | null>>>;

interface Props {
  readonly onClose: (changed: boolean) => void;
}

/** Dialog of the ledger roles, read again on opening. */
export function LedgerRolesDialog({ onClose }: Props): ReactNode {
  const { data } = useQuery({
    queryKey: ['ledgerRoles'],
    queryFn: () => callEndpoint(ledgerRoleList, {}),
    gcTime: 0,
    staleTime: 0,
  });
  return data === undefined ? null : <RolesForm standing={data} onClose={onClose} />;
}

function RolesForm({
  standing,
  onClose,
}: Props & { readonly standing: LedgerRolesReply }): ReactNode {
  const [form] = Form.useForm<LedgerRoleFormValues>();
  const of = (role: LedgerRole) => standing.find((one) => one.role === role);
  return (
    <EntriesModal
      form={form}
      title={t('ledgerAccount.roles')}
      width={900}
      initial={Object.fromEntries(
        standing.map(({ role, ledgerAccountId }) => [role, ledgerAccountId]),
      )}
      before={<p>{t('ledgerAccount.rolesHint')}</p>}
      send={(entries, key) =>
        callEndpoint(
          updateLedgerRoles,
          {
            roles: ledgerRoles.flatMap((role) => {
              const ledgerAccountId = entries[role];
              return typeof ledgerAccountId === 'string' ? [{ role, ledgerAccountId }] : [];
            }),
          },
          { quiet: true, key },
        )
      }
      onSent={() => {
        getNotices().message.success(t('form.saved'));
        onClose(true);
      }}
      onClose={() => onClose(false)}
    >
      <div className="form-grid two">
        {ledgerRoles.map((role) => (
          <Form.Item key={role} name={role} label={choiceOf('roles', role)}>
            <LedgerAccountSelect role={role} name={of(role)?.name} allowClear={false} />
          </Form.Item>
        ))}
      </div>
    </EntriesModal>
  );
}
