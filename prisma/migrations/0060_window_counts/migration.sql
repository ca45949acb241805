-- Applications are counted like attempts to sign in.
ALTER TABLE "sign_in_counts" RENAME TO "window_counts";
ALTER TABLE "window_counts" RENAME CONSTRAINT "sign_in_counts_pkey" TO "window_counts_pkey";
ALTER INDEX "sign_in_counts_until_idx" RENAME TO "window_counts_until_idx";
