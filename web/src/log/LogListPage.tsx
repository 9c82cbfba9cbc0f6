import { logInfo, logTable, platformLogTable } from '@tradehouse/contract';
import type { ReactNode } from 'react';
import { useSession } from '../app/session/session.ts';
import { listPage } from '../list/listPage.tsx';
import { t } from '../phrase/index.ts';
import { LogChanges } from './logChanges.tsx';

const CompanyLog = listPage({
  table: logTable,
  facts: ['action', 'objectName', 'time'],
  expanded: ({ id, subject }) => (
    <LogChanges endpoint={logInfo} input={{ id }} subject={subject ?? ''} />
  ),
});

interface OwnChangesProps {
  readonly id: string | null;
  readonly subject: string | null;
  readonly tenantId: string | null;
}

/** Shows changes only to the company that made them: platform operators read only their own. */
function OwnChanges({ id, subject, tenantId }: OwnChangesProps): ReactNode {
  const own = useSession()?.user.tenantId === tenantId;
  return own ? (
    <LogChanges endpoint={logInfo} input={{ id }} subject={subject ?? ''} />
  ) : (
    <p className="none">{t('log.foreign')}</p>
  );
}

const PlatformLog = listPage({
  table: platformLogTable,
  facts: ['action', 'tenantName', 'time'],
  expanded: ({ id, subject, tenantId }) => (
    <OwnChanges id={id} subject={subject} tenantId={tenantId} />
  ),
});

/** Log of actions; platform operators read all companies' logs. */
export default function LogList(): ReactNode {
  return useSession()?.user.operator === true ? <PlatformLog /> : <CompanyLog />;
}
