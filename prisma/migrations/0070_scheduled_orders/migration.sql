-- A hand-over got another date. A new value cannot be used in the transaction that adds it, so the index follows.
ALTER TYPE "OrderAction" ADD VALUE 'scheduled';
