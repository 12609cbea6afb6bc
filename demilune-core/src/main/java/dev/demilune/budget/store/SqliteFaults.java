// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.budget.store;

import dev.demilune.DemiluneException;
import java.sql.SQLException;
import org.sqlite.SQLiteErrorCode;
import org.sqlite.SQLiteException;

/** What a fault of the file means to its owner, in one sentence. */
public final class SqliteFaults {

  private SqliteFaults() {}

  public static DemiluneException translate(SqliteDialect ledger, SQLException fault) {
    int code = fault instanceof SQLiteException known ? known.getResultCode().code & 0xff : -1;
    String sentence;
    if (code == SQLiteErrorCode.SQLITE_BUSY.code || code == SQLiteErrorCode.SQLITE_LOCKED.code) {
      sentence = "is in use by another program: try again when that has finished";
    } else if (code == SQLiteErrorCode.SQLITE_READONLY.code
        || code == SQLiteErrorCode.SQLITE_PERM.code
        || code == SQLiteErrorCode.SQLITE_CANTOPEN.code) {
      sentence =
          "cannot be written: a spend has to be recorded, so allow writing to it and to its"
              + " directory";
    } else if (code == SQLiteErrorCode.SQLITE_NOTADB.code) {
      sentence = "is not a ledger: create one with `demilune ledger create`";
    } else if (code == SQLiteErrorCode.SQLITE_CORRUPT.code
        || code == SQLiteErrorCode.SQLITE_ERROR.code // a table or column of ours is not there
        || code == SQLiteErrorCode.SQLITE_CONSTRAINT.code) {
      return ledger.damaged(fault);
    } else if (code == SQLiteErrorCode.SQLITE_FULL.code
        || code == SQLiteErrorCode.SQLITE_IOERR.code) {
      sentence = "could not be written: the disk may be full; free some space and try again";
    } else {
      sentence = "could not be used (" + fault.getMessage() + ")";
    }
    return new DemiluneException(ledger.ledger() + " " + sentence, fault);
  }
}
