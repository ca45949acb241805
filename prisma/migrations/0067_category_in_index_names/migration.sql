-- Code says category; kind is the word of the pages. Renaming is instant and blocks no reader or writer.
ALTER INDEX "pets_list_by_kind_idx" RENAME TO "pets_list_by_category_idx";
ALTER INDEX "pets_list_by_kind_and_status_idx" RENAME TO "pets_list_by_category_and_status_idx";
